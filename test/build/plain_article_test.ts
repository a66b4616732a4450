import assert from "node:assert/strict";
import fc from "fast-check";
import { mayBeOpen, openMarks } from "../../build/lint/article/markdown.ts";
import { cleanHtml } from "../../build/article/clean_html.ts";
import { markdownToHtml } from "../../build/article/markdown.ts";
import { plainHtml } from "../../build/article/plain_html.ts";
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
/** HTML as word processors and imports have it, whole and broken. */
const anyHtml = fc.constantFrom(
  ...['<p class="MsoNormal">', '<span lang="EN-GB">', '<span style="color:red" id="x">', "</span>"],
  ...[
    "</p>",
    "<b>",
    "</b>",
    "<p>",
    "<h2>",
    "</h2>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<ol>",
    "</ol>",
  ],
  ...[
    "<blockquote>",
    "</blockquote>",
    "<br>",
    "<br/>",
    "<br />",
    '<br clear="all">',
    "<p/>",
    "<hr>",
  ],
  ...['<a href="https://a.example/b">', '<a href="https://a.example/b" title="c">', "</a>", "<P>"],
  ...[
    '<a href="javascript:alert(1)">',
    '<p onclick="x()">',
    "<p class=x>",
    "<p class='x'>",
    "<pre>",
  ],
  ...["</pre>", "<code>", "</code>", '<font size="2">', "</font>", "<div>", "</div>", "<script>"],
  ...["</script>", "<!-- c -->", "&nbsp;", "&nbsp", "&copy;", "&#39;", "<![CDATA[", "]]>", "</p >"],
  ...['<em title="<b>">', '<s title="&amp;">', "<sub>", "</sub>", "<o:p>", "</o:p>", "<td>", "a b"],
  ...[
    "\n",
    "\n\n",
    " ",
    "日本",
    "<",
    ">",
    "&",
    '"',
    "<span>",
    "<em>",
    "</em>",
    "<strong>",
    "</strong>",
  ],
);
const anyPage = fc.array(anyHtml, { maxLength: 12 }).map((parts) => parts.join(""));

/** HTML whose tags are closed in their places. */
const wellNested = fc.letrec<{ readonly node: string; readonly nodes: string }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 4 }).map((parts) => parts.join("")),
  node: fc.oneof(
    { depthSize: "medium" },
    { weight: 6, arbitrary: fc.constantFrom("a", " b", "\n", "&amp;", "<br>", "ü") },
    { weight: 1, arbitrary: anyHtml },
    {
      weight: 9,
      arbitrary: fc.tuple(
        fc.constantFrom("p", "span", "b", "ul", "li", "blockquote", "h3", "pre", "em", "font", "a"),
        fc.constantFrom("", ' class="x"', ' style="a:b" lang="id"', ' title=""'),
        tie("nodes"),
      ).map(([name, attributes, inner]) =>
        `<${name}${name === "a" ? ' href="https://a.example/b"' : attributes}>${inner}</${name}>`
      ),
    },
  ),
}));

const anyGap = fc.constantFrom("", "", " ", " ", "\n", "\n\n", "\n- ", "\n> ", "\n## ", "\n    ");
const anyTable = fc.constantFrom("", "", "", "\n\n|a|b|\n|-|-|\n|", "\n```\n", "\n1. ");
const anyArticle = fc.array(fc.tuple(anyPart, anyGap, anyTable), { maxLength: 9 })
  .map((parts) => parts.flat().join(""));

Deno.test("HTML that is plain to see is what cleaning makes of it", () => {
  let seen = 0;
  const run = propertyRun(1500);
  fc.assert(
    fc.property(anyArticle, (source) => {
      const html = markdownToHtml(source);
      const plain = plainHtml(html);
      if (plain === undefined) return;
      seen++;
      assert.equal(plain, cleanHtml(html));
    }),
    run,
  );
  assert.ok(seen > run.numRuns / 10, `${seen} articles were plain`);
});

Deno.test("HTML that articles bring along is cleaned to the same, taken apart or not", () => {
  let seen = 0;
  const run = propertyRun(3000);
  fc.assert(
    fc.property(fc.oneof(anyPage, wellNested.nodes), (html) => {
      const plain = plainHtml(html);
      if (plain === undefined) return;
      if (html.includes("<")) seen++;
      assert.equal(plain, cleanHtml(html), JSON.stringify(html));
    }),
    run,
  );
  assert.ok(seen > run.numRuns / 60, `${seen} pages were plain`);
});

Deno.test("a link within a link is left to the parser, however deep it stands", () => {
  const link = (inner: string) => `<a href="https://a.example/b">${inner}</a>`;
  assert.equal(plainHtml(link("<b>c</b>")), link("<b>c</b>"));
  for (const inner of [link("c"), `<b>${link("c")}</b>`]) {
    assert.equal(plainHtml(link(inner)), undefined, inner);
  }
});

Deno.test("what a word processor writes is plain", () => {
  const html =
    '<p class="MsoNormal"><span lang="EN-GB">Halo&nbsp;semua &amp; kamu</span><br></p>\n';
  assert.equal(plainHtml(html), "<p>Halo\u00a0semua &amp; kamu<br /></p>\n");
});

Deno.test("an article whose marks are seen to be closed has none that is open", () => {
  let seen = 0;
  const run = propertyRun(1500);
  fc.assert(
    fc.property(anyArticle, (source) => {
      if (mayBeOpen(source)) return;
      seen++;
      assert.deepEqual(openMarks(source), [], JSON.stringify(source));
    }),
    run,
  );
  assert.ok(seen > run.numRuns / 10, `${seen} articles were closed`);
});
