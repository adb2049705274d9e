import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readGameTexts, readTexts } from "./catalogues.js";
import { helpTexts } from "ludoteca/lib/help.js";
import { wantedLanguage } from "ludoteca/lib/languages.js";
import { addTexts, gather, t, useTexts } from "ludoteca/lib/texts.js";

const ROOT = fileURLToPath(new URL("../../../src/ludoteca/site/static", import.meta.url));
const GAMES = fileURLToPath(new URL("../../../src/ludoteca/games", import.meta.url));
const games = readdirSync(GAMES).filter((game) => existsSync(join(GAMES, game, "texts")));
const frame = readTexts(fileURLToPath(new URL("../../../src/ludoteca/site/texts", import.meta.url)));
const { en } = frame;
const own = Object.fromEntries(await Promise.all(games.map(async (game) => [game, await readGameTexts(join(GAMES, game))])));
const listFiles = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
const pages = games.filter((game) => existsSync(join(GAMES, game, "page")));
const files = [ROOT, ...pages.map((game) => join(GAMES, game, "page"))].flatMap(listFiles);
const read = (file) => readFileSync(file, "utf8");
const isCatalogue = (file) => file.endsWith("page/texts.js");
const scripts = files.filter((file) => file.endsWith(".js") && !isCatalogue(file));
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();

test("equal names are told once, with their number", () => {
  assert.deepEqual(gather(["Anna", "Hard", "Hard", "Easy", "Hard"]), ["Anna", "3 × Hard", "Easy"]);
  assert.deepEqual(gather([]), []);
});

test("every game that has a page is looked at", () => {
  assert.ok(games.includes("connect_four"), games.join());
  assert.ok(pages.every((game) => scripts.includes(join(GAMES, game, "page", "index.js"))));
});

test("every language says the same things, with the same blanks", () => {
  assert.ok(Object.keys(frame).length > 1);
  for (const [name, texts] of Object.entries({ site: frame, ...own })) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(frame).sort(), `languages of ${name}`);
    for (const [language, right] of Object.entries(texts)) {
      assert.deepEqual(Object.keys(texts.en).sort(), Object.keys(right).sort(), `${name} in ${language}`);
      for (const key of Object.keys(texts.en)) assert.equal(names(texts.en[key]), names(right[key]), `${name}, ${language}: ${key}`);
    }
  }
});

test("a person gets the first of their languages that there is", () => {
  const known = ["en", "it", "pt-BR", "zz"];
  assert.equal(wantedLanguage(["", "fr-FR", "it-CH", "en"], known), "it");
  assert.equal(wantedLanguage(["pt-br"], known), "pt-BR");
  assert.equal(wantedLanguage(["zz", "it"], known), "zz");
  assert.equal(wantedLanguage(["de"], known), "en");
});

test("a game's catalogue goes before the texts of its page, and rules are read section by section", () => {
  useTexts({ "g.title": "Catalogue", "g.help.1.title": "A", "g.help.1.text.1": "B", "g.help.1.text.2": "C", "g.help.2.title": "D" });
  addTexts("g", { en: { title: "Page", more: "More" }, it: {} });
  assert.deepEqual([t("g.title"), t("g.more")], ["Catalogue", "More"]);
  assert.deepEqual(helpTexts("g", [{ ply: 1 }]), [
    { title: "A", text: ["B", "C"], scene: { ply: 1 } }, { title: "D", text: [], scene: undefined }]);
});

test("every text that a script asks for exists, and every text is asked for", () => {
  const known = new Set(Object.keys(en));
  for (const game of games) for (const key of Object.keys(own[game].en)) known.add(`${game}.${key}`);
  const said = scripts.map(read).join("\n");
  const counted = [...said.matchAll(/\bcount\("([\w.]+)"/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.other`]);
  const asked = [...said.matchAll(/\bt\((?:\w+ \? )?"([\w.]+)"(?: : "([\w.]+)")?/g)].flatMap((found) => [found[1], found[2]]).filter(Boolean);
  for (const key of [...asked, ...counted]) assert.ok(known.has(key), `no text for ${key}`);
  // Keys that are put together in the scripts begin like this.
  const built = [...said.matchAll(/`([\w.]+\.)\$\{/g), ...said.matchAll(/\}\.([a-z]+\.)\$\{/g), ...said.matchAll(/\}\.([a-z.]+)`/g)].map((found) => found[1]);
  const quoted = new Set([...said.matchAll(/"([\w.]+)"/g)].map((found) => found[1]));
  const said_by_python = /^(event|effect|move|why)\./; // narration, reasons, and what a position holds
  for (const key of known) {
    if (said_by_python.test(key.slice(key.indexOf(".") + 1)) || key === "language.name") continue;
    const bare = key.replace(new RegExp(`^(${games.join("|")})\\.`), "");
    const used = quoted.has(key) || counted.includes(key) || built.some((start) => key.startsWith(start) || bare.startsWith(start));
    assert.ok(used, `nobody asks for ${key}`);
  }
});

test("scripts and stylesheets are short enough to read", () => {
  for (const file of files) {
    const limit = file.endsWith(".css") ? 100 : scripts.includes(file) ? 200 : Infinity;
    if (limit < Infinity) assert.ok(read(file).split("\n").length <= limit + 1, file);
  }
});

test("nothing comes from elsewhere, and nothing is inline", () => {
  for (const name of files) {
    if (!/\.(js|css|html)$/.test(name)) continue;
    const text = read(name).replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(text, /https?:\/\/|innerHTML|insertAdjacentHTML|document\.write|\beval\(|setAttribute\("style"/, name);
    if (name.endsWith(".html")) assert.doesNotMatch(text, /<style|style=|<script(?![^>]*src)|\son\w+=/, name);
  }
});

test("every refusal, end and reason that the wire knows has a text", () => {
  const wire = readFileSync(new URL("../../../docs/site.md", import.meta.url), "utf8");
  const codes = (from, to) => [...wire.slice(wire.indexOf(from), wire.indexOf(to, wire.indexOf(from))).matchAll(/`([\w/]+)`/g)].map((found) => found[1]);
  const kinds = { error: codes("Codes of refusals", ", and those of"), end: codes("Results beyond", "(an agent failed)"), hint: codes("Reasons of hints", "The socket") };
  for (const [kind, found] of Object.entries(kinds)) {
    assert.ok(found.length > 2, kind);
    for (const code of found) assert.ok(`${kind}.${code}` in en || `${kind}.${code}.other` in en, `no text for ${kind}.${code}`);
  }
});
