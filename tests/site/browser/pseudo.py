"""A made-up language, written from the English one, and what a page still says in another."""

import json
from pathlib import Path
from typing import Any

from ludoteca.core.plugins import load_plugin
from ludoteca.core.texts import SOURCE, read_texts
from ludoteca.site.texts import FRAME

CODE = "qps"  # reserved for private use: no browser speaks it
OPEN, CLOSE = "⟦", "⟧"

# Texts of nobody's language: the site's name, the languages' own names, keys of a keyboard, times (the browser words
# them), and positions in text, which the terminal shows, too.
NEUTRAL = "script, style, .topbar-home, .topbar-languages, kbd, time, .generic-board, option[value=''], [data-neutral]"

LEFT_OVER = """([open, close, neutral, words]) => {
  const found = [];
  const outside = (text) => {
    let depth = 0, kept = "";
    for (const sign of text) {
      if (sign === open) depth += 1;
      else if (sign === close) depth -= 1;
      else if (depth === 0) kept += sign;
    }
    return words.reduce((left, word) => left.replaceAll(word, ""), kept);
  };
  const says = (text) => /[\\p{L}]{2,}/u.test(outside(text).replace(/\\b[a-h][1-8]\\b/g, ""));
  const box = (element) => (element.tagName === "OPTION" ? element.closest("select") : element);
  const seen = (element) => box(element).getClientRects().length > 0 && !element.closest(neutral);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (says(data) && seen(parent)) found.push(`${parent.tagName}.${parent.className}: ${data}`);
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
      const text = element.getAttribute(name) ?? "";
      if (says(text) && seen(element)) found.push(`${element.tagName}.${element.className} ${name}: ${text}`);
    }
  }
  return [...new Set(found)];
}"""


def write_language(folder: Path, games: tuple[str, ...]) -> None:
    """Every English text in brackets, as a folder that LUDOTECA_TEXTS can name."""
    (folder / CODE).mkdir(parents=True)
    sources = {"site": FRAME.folder} | {game: load_plugin(game).folder / "texts" for game in games}
    for name, source in sources.items():
        texts = read_texts(source / f"{SOURCE}.json")
        bracketed = {key: f"{OPEN}{text}{CLOSE}" for key, text in texts.items()}
        (folder / CODE / f"{name}.json").write_text(json.dumps(bracketed, ensure_ascii=False), encoding="utf-8")


def find_left_over(page: Any, words: tuple[str, ...] = ()) -> list[str]:
    """Visible texts, and names for screen readers, of which some part is not in brackets. Numbers, single letters and
    squares such as c3 are nobody's language; `words` are names."""
    found: list[str] = page.evaluate(LEFT_OVER, [OPEN, CLOSE, NEUTRAL, ["Ludoteca", *words]])
    return found
