import assert from "node:assert/strict";
import { highlight } from "../../build/site/docs/highlight.ts";
import { documents } from "../../build/site/docs/pages.ts";
import { shippedSite } from "../support/shipped_site.ts";

/** The parts of code that have a tone, as `tone:part`. */
function tones(code: string, language: string): string[] {
  const parts = highlight(code, language).text.matchAll(/<span class="(\w)">([^<]*)<\/span>/g);
  return [...parts].map(([, tone, part]) => `${tone}:${part}`);
}

Deno.test("code has colours for comments, strings, words of the language and numbers", () => {
  assert.deepEqual(tones('const at = "https://a.example"; // 1 place', "ts"), [
    "k:const",
    "s:&quot;https://a.example&quot;",
    "c:// 1 place",
  ]);
  assert.deepEqual(tones("curl -H 'x-api-key: K' 'https://a.example/#b' # two", "sh"), [
    "k:curl",
    "n:-H",
    "s:&#39;x-api-key: K&#39;",
    "s:&#39;https://a.example/#b&#39;",
    "c:# two",
  ]);
  assert.deepEqual(tones('{ "total": 12, "data": [true, "a"] }', "json"), [
    "k:&quot;total&quot;",
    "n:12",
    "k:&quot;data&quot;",
    "n:true",
    "s:&quot;a&quot;",
  ]);
  assert.deepEqual(tones('time: "19:00" # on the clock\nsongs:\n  - title: Peron', "yaml"), [
    "k:time",
    "s:&quot;19:00&quot;",
    "c:# on the clock",
    "k:songs",
    "k:title",
  ]);
  assert.deepEqual(tones("import json # a\nprint(f'{x}', None)", "python"), [
    "k:import",
    "c:# a",
    "s:f&#39;{x}&#39;",
    "n:None",
  ]);
});

Deno.test("a word of the language is none as the name of a property", () => {
  assert.deepEqual(tones("Array.from(new Set())", "ts"), ["k:new"]);
});

Deno.test("the script within a page is coloured as a script", () => {
  assert.deepEqual(tones('<p id="a">if it</p><script>\nif (1) {}\n</script>', "html"), [
    "k:&lt;p",
    "s:&quot;a&quot;",
    "k:&gt;",
    "k:&lt;/p",
    "k:&gt;",
    "k:&lt;script",
    "k:&gt;",
    "k:if",
    "n:1",
    "k:&lt;/script",
    "k:&gt;",
  ]);
});

Deno.test("colours change no letter of any code of the documents", () => {
  const pages = documents(shippedSite()).filter(({ path }) => path.endsWith(".md"));
  const blocks = pages.flatMap(({ body }) => [
    ...String(body).matchAll(/^ *```(\w+)[^\n]*\n([^]*?)^ *```$/gm),
  ]);
  assert.ok(blocks.length > 300, `${blocks.length} blocks`);
  const escapes: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  for (const [, language, code] of blocks) {
    const shown = highlight(code!, language!).text.replaceAll(/<\/?span[^>]*>/g, "");
    assert.equal(shown.replaceAll(/&[a-z#\d]+;/g, (name) => escapes[name]!), code);
  }
});
