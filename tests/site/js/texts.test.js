import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import en from "../../../src/ludoteca/site/static/texts/en.js";
import it from "../../../src/ludoteca/site/static/texts/it.js";

const ROOT = fileURLToPath(new URL("../../../src/ludoteca/site/static", import.meta.url));
const GAMES = fileURLToPath(new URL("../../../src/ludoteca/games", import.meta.url));
const games = readdirSync(GAMES).filter((game) => existsSync(join(GAMES, game, "page")));
const own = Object.fromEntries(await Promise.all(games.map(async (game) => [game, (await import(join(GAMES, game, "page", "texts.js"))).texts])));
const listFiles = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
const files = [ROOT, ...games.map((game) => join(GAMES, game, "page"))].flatMap(listFiles);
const read = (file) => readFileSync(file, "utf8");
const isCatalogue = (file) => /texts\/(en|it)\.js$|page\/texts\.js$/.test(file);
const scripts = files.filter((file) => file.endsWith(".js") && !isCatalogue(file));
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();

test("every game that has a page is looked at", () => {
  assert.ok(games.includes("connect_four"), games.join());
  assert.ok(games.every((game) => scripts.includes(join(GAMES, game, "page", "index.js"))));
});

test("both languages say the same things, with the same blanks", () => {
  for (const [left, right] of [[en, it], ...Object.values(own).map((texts) => [texts.en, texts.it])]) {
    assert.deepEqual(Object.keys(left).sort(), Object.keys(right).sort());
    for (const key of Object.keys(left)) assert.equal(names(left[key]), names(right[key]), key);
  }
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
  for (const key of known) {
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
