import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import en from "../../../src/ludoteca/site/static/texts/en.js";
import it from "../../../src/ludoteca/site/static/texts/it.js";

const ROOT = fileURLToPath(new URL("../../../src/ludoteca/site/static", import.meta.url));
const scripts = readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith(".js"));
const games = readdirSync(join(ROOT, "games")).filter((game) => scripts.includes(join("games", game, "texts.js")));
const own = Object.fromEntries(await Promise.all(games.map(async (game) => [game, (await import(join(ROOT, "games", game, "texts.js"))).texts])));
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();

test("both languages say the same things, with the same blanks", () => {
  for (const [left, right] of [[en, it], ...Object.values(own).map((texts) => [texts.en, texts.it])]) {
    assert.deepEqual(Object.keys(left).sort(), Object.keys(right).sort());
    for (const key of Object.keys(left)) assert.equal(names(left[key]), names(right[key]), key);
  }
});

test("every text that a script asks for exists, and every text is asked for", () => {
  const known = new Set(Object.keys(en));
  for (const game of games) for (const key of Object.keys(own[game].en)) known.add(`${game}.${key}`);
  const said = scripts.filter((name) => !/^texts|games.*texts.js$/.test(name)).map((name) => readFileSync(join(ROOT, name), "utf8")).join("\n");
  const counted = [...said.matchAll(/\bcount\("([\w.]+)"/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.other`]);
  const asked = [...said.matchAll(/\bt\((?:\w+ \? )?"([\w.]+)"(?: : "([\w.]+)")?/g)].flatMap((found) => [found[1], found[2]]).filter(Boolean);
  for (const key of [...asked, ...counted]) assert.ok(known.has(key), `no text for ${key}`);
  // Keys that are put together in the scripts begin like this.
  const built = [...said.matchAll(/`([\w.]+\.)\$\{/g), ...said.matchAll(/\}\.([a-z]+\.)\$\{/g), ...said.matchAll(/\}\.([a-z]+)`/g)].map((found) => found[1]);
  const quoted = new Set([...said.matchAll(/"([\w.]+)"/g)].map((found) => found[1]));
  for (const key of known) {
    const bare = key.replace(new RegExp(`^(${games.join("|")})\\.`), "");
    const used = quoted.has(key) || counted.includes(key) || built.some((start) => key.startsWith(start) || bare.startsWith(start));
    assert.ok(used, `nobody asks for ${key}`);
  }
});

test("scripts and stylesheets are short enough to read", () => {
  for (const name of readdirSync(ROOT, { recursive: true })) {
    const limit = name.endsWith(".css") ? 100 : name.endsWith(".js") && !/^texts|games.*texts.js$/.test(name) ? 200 : Infinity;
    if (limit < Infinity) assert.ok(readFileSync(join(ROOT, name), "utf8").split("\n").length <= limit + 1, name);
  }
});

test("nothing comes from elsewhere, and nothing is inline", () => {
  for (const name of readdirSync(ROOT, { recursive: true })) {
    if (!/\.(js|css|html)$/.test(name)) continue;
    const text = readFileSync(join(ROOT, name), "utf8").replaceAll("http://www.w3.org/2000/svg", "");
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
    for (const code of found) assert.ok(`${kind}.${code}` in en, `no text for ${kind}.${code}`);
  }
});
