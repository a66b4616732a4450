import assert from "node:assert/strict";
import fc from "fast-check";
import { articleBody } from "../../../build/addons/import/merge/article_body.ts";
import { renderMarkdown } from "../../../build/article/markdown.ts";
import { propertyRun } from "../../support/size.ts";

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

Deno.test("articleBody() keeps HTML from being read as Markdown", () => {
  const cases: [content: string, html: string][] = [
    ["<p>a</p>\n\n    <p>b</p>\n\n\n<p>c</p>", "<p>a</p>\n    <p>b</p>\n<p>c</p>"],
    ["    <p>a</p>", "<p>a</p>"],
    ["<span>*a* _b_</span>\n\n# c\n\n- d", "*a* _b_\n# c\n- d"],
    ["teks\n\n<strong>1.</strong> x", "teks\n<strong>1.</strong> x"],
    ["<pre>a\n\n  *b*</pre>", "<pre>a\n\n  *b*</pre>"],
    ["<p>a</p>\r\n\r\n---\r\nb: *c*", "<p>a</p>\n---\nb: *c*"],
    ["<!-- x -->\n\n*a* <b>b</b>", "*a* <b>b</b>"],
    ["<script>x()</script><p onclick='y()'>a & b</p>", "<p>a &amp; b</p>"],
    ["<p>https://x.example</p>", "<p>https://x.example</p>"],
  ];
  for (const [content, html] of cases) {
    assert.equal(renderMarkdown(articleBody(content)).html, html, content);
  }
});

Deno.test("articleBody() brings back any text and any paragraphs", () => {
  const words = fc.array(
    fc.constantFrom(
      "a",
      "*b*",
      "_",
      "#",
      "-",
      "1.",
      "`",
      "&amp;",
      "\n",
      "\n\n",
      "    ",
      "\t",
      "|",
      "~~~",
      "[x]: y",
      "\\",
      "!",
      "***",
    ),
    { minLength: 1, maxLength: 12 },
  ).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(words, (text) => {
      const plain = squeezed(text);
      if (plain === "") return;
      assert.equal(squeezed(renderMarkdown(articleBody(text)).text), plain);
      const escaped = text.replaceAll("&", "&amp;");
      const { html } = renderMarkdown(articleBody(`<p>${escaped}</p>\n\n<p>${escaped}</p>`));
      const paragraph = `<p> ${squeezed(escaped)} </p>`.replaceAll(" ", "");
      assert.equal(squeezed(html).replaceAll(" ", ""), paragraph + paragraph);
    }),
    propertyRun(300),
  );
});
