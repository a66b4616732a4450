import assert from "node:assert/strict";
import { html } from "../../src/page/html.ts";

const PAYLOADS = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  "</title><svg onload=alert(1)>",
  "&lt;script&gt;",
];

for (const payload of PAYLOADS) {
  Deno.test(`html escapes a value wherever it stands: ${payload}`, () => {
    const { text } = html`<p title="${payload}">${payload}</p>`;
    assert.match(text, /^<p title="[^"<>']*">[^<>]*<\/p>$/);
    const shown = text.replace(/^.*?>|<\/p>$/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
    assert.equal(shown, payload);
  });
}

for (
  const address of [
    ...[
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " javascript:alert(1)",
      "java\nscript:alert(1)",
    ],
    ...["\x01javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x"],
    ...["data:image/svg+xml,<svg onload=alert(1)>", "//evil.example/", "file:///etc/passwd"],
  ]
) {
  Deno.test(`html leaves out an address that may run a script: ${JSON.stringify(address)}`, () => {
    assert.equal(html`<a href="${address}">x</a>`.text, '<a href="#">x</a>');
    assert.equal(html`<img src="${address}">`.text, '<img src="#">');
  });
}

for (
  const address of [
    ...[
      "https://a.example/?q=1&b=2",
      "http://a.example/",
      "mailto:a@b.example",
      "/docs",
      "#here",
      "?q=a",
    ],
    ...["webcal://a.example/x.ics", "data:image/png;base64,AAAA", "./docs.md"],
  ]
) {
  Deno.test(`html keeps the address ${address}`, () => {
    const { text } = html`<a href="${address}">x</a>`;
    assert.equal(text, `<a href="${address.replaceAll("&", "&amp;")}">x</a>`);
  });
}

Deno.test("html shows nothing of what is not there, and joins lists and parts", () => {
  const part = html`<b>${1}</b>`;
  assert.equal(
    html`${false}${null}${undefined}${[part, " & ", [part]]}`.text,
    "<b>1</b> &amp; <b>1</b>",
  );
});
