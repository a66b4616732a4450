import assert from "node:assert/strict";
import { documents } from "../../build/site/docs/pages.ts";
import { markdown } from "../../build/site/docs/read_doc.ts";
import { shippedSite } from "../support/shipped_site.ts";

/** Nobody has to read a longer one twice. */
const MOST_WORDS = 30;

/** The sentences of a page, but those it quotes and its code. */
function sentencesOf(text: string): string[] {
  let quotes = 0;
  return markdown.parse(text, {}).flatMap((token) => {
    if (token.type === "blockquote_open") quotes++;
    if (token.type === "blockquote_close") quotes--;
    if (token.type !== "inline" || quotes > 0) return [];
    const words = token.children!.map(({ type, content }) =>
      type === "code_inline" ? "Code" : type === "softbreak" ? " " : content
    );
    return words.join("").replaceAll(/"[^"]*"|“[^”]*”/g, "Quotation")
      .split(/(?<=[.?!]\)?) +(?=[\p{Lu}\p{N}(_[])/u);
  });
}

function wordCount(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

Deno.test("a sentence ends where the next one begins, and quotations and code are one word", () => {
  const text =
    'It is `a b` or "c d e". `f` is next (g). 5 are left.\n\n> This is quoted.\n\n- One\n  two.';
  const sentences = sentencesOf(text);
  assert.deepEqual(sentences, [
    "It is Code or Quotation.",
    "Code is next (g).",
    "5 are left.",
    "One two.",
  ]);
  assert.deepEqual(sentences.map(wordCount), [5, 4, 3, 2]);
});

Deno.test("no sentence of the documents is longer than 30 words", () => {
  const pages = documents(shippedSite()).filter(({ path }) => path.endsWith(".md"));
  assert.ok(pages.some(({ path }) => path === "/docs/reference/v1.md"), "the reference too");
  const sentences = pages.flatMap(({ path, body }) =>
    sentencesOf(String(body)).map((sentence) => `${path}: ${sentence}`)
  );
  assert.ok(sentences.length > 5_000, `${sentences.length} sentences`);
  const long = sentences.filter((one) => wordCount(one.replace(/^\S+: /, "")) > MOST_WORDS);
  assert.deepEqual(long, []);
});
