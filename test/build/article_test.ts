import { renderMarkdown } from "../../build/article/markdown.ts";
import { summarize } from "../../build/article/summary.ts";
import { propertyRun } from "../support/size.ts";
import fc from "fast-check";
import assert from "node:assert/strict";

const ALLOWED_TAGS = new Set(
  ("h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd table thead tbody tfoot tr th td " +
    "a img figure figcaption strong b em i u s sub sup").split(" "),
);

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g;

const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;

/** Browsers leave out white space and control characters, and read a backslash as a slash. */
const FOREIGN = /^[/\\]{2}|^(?!(?:https?|mailto):)[a-z][a-z0-9+.-]*:/i;

/** Reads HTML with eyes of its own: every `<` must open a tag that may stand there. */
function assertSafe(html: string): void {
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    assert.ok(ALLOWED_TAGS.has(tag), `<${tag}> in ${html}`);
    for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      assert.ok(
        ["href", "src", "title", "alt", "align", "start"].includes(name),
        `${name} in ${html}`,
      );
      if (name === "href" || name === "src") {
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(value.replace(/[\x00-\x20]/g, ""), FOREIGN, html);
      }
    }
  }
  assert.ok(!html.replace(TAG, "").includes("<"), `A stray < in ${html}`);
}

const ATTACKS = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//evil.example></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  '<p onclick="alert(1)" style="background:url(x)" class=c id=i>',
  "[a](javascript:alert(1))",
  '<a href="JaVaScRiPt:alert(1)">',
  '<a href="&#106;avascript:alert(1)">',
  '<a href=" java\tscript:alert(1)">',
  '<a href="vbscript:x">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  "![y](data:text/html;base64,AA)",
  "<style>p{}</style>",
  '<iframe src="https://evil.example"></iframe>',
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<math><mtext><img src=x onerror=1></math>",
  '<img srcset="https://a/b 1x" src="https://a/b.jpg">',
  '<a href="//evil.example">',
  "[x](//evil.example)",
  '<a href="/\\evil.example">',
  '<a href="\\\\evil.example">',
  "<!--><img src=x onerror=1>-->",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<xmp><img src=x onerror=1></xmp>",
  "<title><img src=x onerror=1></title>",
  "<textarea><img src=x onerror=1></textarea>",
  "<plaintext><b>",
  "<form action=x><input name=y autofocus onfocus=alert(1)><button>",
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=x"><link rel=stylesheet href=x>',
  "<object data=x></object><embed src=x>",
  "<svg/onload=alert(1)>",
  '<a href="x" title="&quot; onmouseover=&quot;alert(1)">',
];

Deno.test.each(ATTACKS)("renderMarkdown() makes %s harmless", (attack) => {
  assertSafe(renderMarkdown(attack).html);
  assertSafe(renderMarkdown(`Halo ${attack} semua`).html);
});

Deno.test("renderMarkdown() is harmless for any mix of attacks, Markdown and bytes", () => {
  const piece = fc.oneof(
    fc.constantFrom(...ATTACKS),
    fc.constantFrom(..."< > \" ' ` & <!-- --> ](".split(" "), "\n\n", "<a href=", "<img src="),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      assertSafe(renderMarkdown(pieces.join("")).html);
    }),
    propertyRun(2000),
  );
});

Deno.test("renderMarkdown() keeps what articles are made of", () => {
  const { html } = renderMarkdown(
    "## Jadwal\n\n**Tebal** dan [laman](https://a.example/?b=1&c=2 'Judul').\n\n- satu\n- dua\n\n" +
      "| A | B |\n|---|--:|\n| 1 | 2 |\n\n![Foto](/images/a.png)\n\nhttps://b.example/",
  );
  assert.equal(
    html,
    '<h2>Jadwal</h2>\n<p><strong>Tebal</strong> dan <a href="https://a.example/?b=1&amp;c=2" title="Judul">' +
      "laman</a>.</p>\n<ul>\n<li>satu</li>\n<li>dua</li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>" +
      "\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n" +
      '<p><img src="/images/a.png" alt="Foto" /></p>\n<p><a href="https://b.example/">https://b.example/</a></p>',
  );
});

Deno.test("renderMarkdown() keeps the blocks of other sites' articles apart", () => {
  const { html } = renderMarkdown("<div class=x>a</div><section>b<div>c</div></section>");
  assert.equal(html, "<div>a</div><div>b<div>c</div></div>");
  assert.equal(renderMarkdown("<article>\n<p>a</p>\n</article>").html, "<p>a</p>");
});

Deno.test("renderMarkdown() cleans the HTML of a word processor", () => {
  const source =
    '<p class="MsoNormal" style="margin: 0mm;"><span lang="EN-GB" style="color: #333;">' +
    "Terima kasih &amp; sampai jumpa.</span></p>\r\n<p><o:p>&nbsp;</o:p></p>";
  const { html, text } = renderMarkdown(source);
  assert.equal(html, "<p>Terima kasih &amp; sampai jumpa.</p>\n<p>\u00a0</p>");
  assert.equal(text, "Terima kasih & sampai jumpa.");
});

Deno.test.each([
  ["Satu\ndua\n\n**tiga**", "Satu\ndua\n\ntiga"],
  ["1 < 2 && 3 > 2 \"q\" 'a' &amp;lt; &lt;b&gt;", "1 < 2 && 3 > 2 \"q\" 'a' &lt; <b>"],
  ["<p>a<br>b</p><ul><li>c</li><li>d</li></ul>", "a\nb\nc\nd"],
  ["<div>a</div><div>b<div>c</div></div><section>d</section>", "a\nb\nc\n\nd"],
  ["<ul><li>a<ul><li>b</li></ul></li></ul>c", "a\nb\n\nc"],
  ["a\\\nb  \nc", "a\nb\nc"],
  ["| A | B |\n|---|---|\n| 1 | 2 |", "A | B\n\n1 | 2"],
  ["| A | B |\n|---|---|\n| | 2 |", "A | B\n\n | 2"],
  [
    "1. a\n2. b\n   - c\n   1. d\n3. e\n\nf\n\n4. g",
    "1. a\n\n2. b\n\nc\n\n1. d\n\n3. e\n\nf\n\n4. g",
  ],
  ["<ol><li><p>a</p></li><li>b</li></ol><ul><li>c</li></ul>", "1. a\n\n2. b\n\nc"],
  ['<ol class="x" start="7"><li>a</li></ol>', "7. a"],
  ['<img src="https://a.example/x.png" alt="a > b">', ""],
  ["`<script>`", "<script>"],
  ["", ""],
])("renderMarkdown() makes plain text of %j", (source, text) => {
  assert.equal(renderMarkdown(source).text, text);
});

const FAMILY = "👩‍👩‍👧‍👦";

const FLAG = "🇮🇩";

const ACCENTED = "e\u0301";

Deno.test("summarize() keeps 280 characters on one line, and cuts at a word", () => {
  const words = "kata ".repeat(100);
  const cut = "kata ".repeat(56).trim();
  const cases = [
    ["a".repeat(280), "a".repeat(280)],
    ["🎉".repeat(280), "🎉".repeat(280)],
    ["  Satu\r\n\n dua\t\u00a0tiga ", "Satu dua tiga"],
    [words, cut],
    [`${"a".repeat(279)} b c`, "a".repeat(279)],
    [`${"a".repeat(280)} b`, "a".repeat(280)],
    [`${"a".repeat(270)} ${"b".repeat(20)}`, "a".repeat(270)],
    [
      `${"kata ".repeat(50)}https://oshibase.example/yang/sangat/panjang`,
      "kata ".repeat(50).trim(),
    ],
  ];
  for (const [text, summary] of cases) assert.equal(summarize(text!), summary);
});

Deno.test("summarize() cuts Japanese between words, however far back the last space is", () => {
  const sentence = "劇場公演のお知らせです。";
  const summary = summarize(`お知らせ ${sentence.repeat(40)}`);
  assert.ok([...summary].length > 270, summary);
  assert.ok([...summary].length <= 280);
  assert.match(summary, /(です|です。|お知らせ|の|公演|劇場)$/);
});

Deno.test.each([FAMILY, FLAG, ACCENTED, "한"])("summarize() cuts no %s in two", (cluster) => {
  const summary = summarize(cluster.repeat(300));
  assert.equal(summary.replaceAll(cluster, ""), "");
  const most = Math.floor(280 / [...cluster].length);
  assert.equal(summary.length / cluster.length, most);
});

Deno.test("summarize() gives the beginning of the text, never longer than 280 characters", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(FAMILY, FLAG, "公演", "kata", "https://a.example/b", "\n", "。"),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      const line = words.join(" ").replace(/\s+/g, " ").trim();
      const summary = summarize(words.join(" "));
      assert.ok(line.startsWith(summary));
      assert.ok([...summary].length <= 280);
      assert.equal(summary, summary.trim());
      if ([...line].length <= 280) assert.equal(summary, line);
      else assert.ok(summary.length > 0);
    }),
    propertyRun(1000),
  );
});
