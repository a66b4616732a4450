import assert from "node:assert/strict";
import { STORE_KEYS } from "./store_key_table.ts";
import { modules, ROOT } from "./modules.ts";

/** The modules that spell the keys. */
const SPELLERS = ["store_keys", "credential_keys", "live_keys"].map((name) =>
  `src/platform/${name}.ts`
);

const WORDS = [...new Set(STORE_KEYS.map(({ key }) => key[0]))];

/**
 * An array that begins with a word that a key of the store begins with: `["quota", account]`.
 * Only modules that have to do with the store are looked at: a printed table may say `["key", hint]`.
 */
const SPELLED_KEY = new RegExp(`(?<![\\w)\\]]|enum\\()\\[\\s*["\`](?:${WORDS.join("|")})["\`]`);

const COMMENT = /\/\*\*[^]*?\*\//g;

Deno.test("no module but those of the keys spells a key of the store", () => {
  assert.match(`kv.get(["quota", account])`, SPELLED_KEY);
  assert.match("const HEAD = [\n  `audit`,", SPELLED_KEY);
  assert.doesNotMatch(`Store["live"]`, SPELLED_KEY);
  const spelling = modules("src").filter(({ text }) =>
    /\bkv\b/i.test(text) && SPELLED_KEY.test(text.replaceAll(COMMENT, ""))
  );
  assert.deepEqual(spelling.map(({ path }) => path).sort(), SPELLERS.toSorted());
});

Deno.test("the page on how it works shows every key of the store, and no other", () => {
  const readme = Deno.readTextFileSync(new URL("build/site/docs/pages/how_it_works.md", ROOT));
  const section = readme.slice(readme.indexOf("## What is in the store"));
  const rows = section.slice(0, section.indexOf("\n## ")).split("\n").filter((line) =>
    line.startsWith("| `")
  ).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  assert.deepEqual(
    rows,
    STORE_KEYS.map(({ key, value, owner, expiry }) => [
      `\`${key.join(" ")}\``,
      value,
      `\`${owner}\``,
      expiry,
    ]),
  );
});
