import assert from "node:assert/strict";
import fc from "fast-check";
import { mayBeOpen, openMarks } from "../../build/lint/markdown.ts";
import { cleanHtml, markdownToHtml, plainHtml } from "../../build/article/markdown.ts";
import { propertyRun } from "../support/size.ts";

/** What articles are made of, and what means something beside it. */
const anyPart = fc.constantFrom(
  ...[
    "**dua**",
    "**dua kata**",
    "**",
    "**dua",
    "dua**",
    "*a*",
    "*",
    "_b_",
    "__c__",
    "~~d~~",
    "`e`",
  ],
  ...[
    "[situs](https://a.example/b?c=d#e)",
    "[x](https://a.example/a b)",
    "[y](mailto:a@b.example)",
  ],
  ...["![foto](https://a.example/f.jpg)", "[z](javascript:alert(1))", "https://c.example/d&e=f"],
  ...["<b>", "</b>", "<p>", "&amp;", "&lt;b&gt;", "&quot;", '"', "'", "&", "<", ">", "\\", "|"],
  ...[
    "www.d.example",
    "a@b.example",
    "<https://e.example>",
    "a",
    "b c",
    "日本",
    "é",
    "1",
    ".",
    "(",
  ],
  ...[")", "[", "]", "[ref]", "[ref]: https://f.example", "\u00a0", "\u3000", "\u2028", "!", "#"],
);
const anyGap = fc.constantFrom("", "", " ", " ", "\n", "\n\n", "\n- ", "\n> ", "\n## ", "\n    ");
const anyTable = fc.constantFrom("", "", "", "\n\n|a|b|\n|-|-|\n|", "\n```\n", "\n1. ");
const anyArticle = fc.array(fc.tuple(anyPart, anyGap, anyTable), { maxLength: 9 })
  .map((parts) => parts.flat().join(""));

Deno.test("HTML that is plain to see is what cleaning makes of it", () => {
  let seen = 0;
  fc.assert(
    fc.property(anyArticle, (source) => {
      const html = markdownToHtml(source);
      const plain = plainHtml(html, source);
      if (plain === undefined) return;
      seen++;
      assert.equal(plain, cleanHtml(html));
    }),
    propertyRun(1500),
  );
  assert.ok(seen > 300, `${seen} articles were plain`);
});

Deno.test("an article whose marks are seen to be closed has none that is open", () => {
  let seen = 0;
  fc.assert(
    fc.property(anyArticle, (source) => {
      if (mayBeOpen(source)) return;
      seen++;
      assert.deepEqual(openMarks(source), [], JSON.stringify(source));
    }),
    propertyRun(1500),
  );
  assert.ok(seen > 300, `${seen} articles were closed`);
});
