import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sitePackBytes } from "../../../build/emit/site_pack_bytes.ts";
import { movedAnswer, openSite } from "../../../src/page/site_pack.ts";

const BASE = "https://api.fans.example";

const FILES = [
  { path: "/assets/a.css", contentType: "text/css", body: "a { color: red }\n".repeat(50) },
  { path: "/docs/日本.md", contentType: "text/markdown", body: `# 月の裏庭\n${BASE}/v1\n` },
  { path: "/docs/try", contentType: "text/html", body: "<p>", policy: "sandbox" },
];

const chunks = sitePackBytes(FILES, BASE);

function packed(): Uint8Array {
  return new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
}

Deno.test("what was packed is found whole, in each coding, under its own path alone", () => {
  const site = openSite(packed);
  for (const { path, body, contentType } of FILES) {
    const answer = site.file(path)!;
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.equal(text(answer.body), body);
    assert.equal(text(brotliDecompressSync(answer.coded.get("br") as Uint8Array)), body);
    assert.equal(text(gunzipSync(answer.coded.get("gzip") as Uint8Array)), body);
    assert.equal(answer.contentType, contentType);
  }
  for (const path of ["/", "/docs", "/docs/日本", "constructor", "__proto__", "/assets/A.css"]) {
    assert.equal(site.file(path), undefined, path);
  }
});

Deno.test("a page with a policy of its own is sent with it", () => {
  const { headers } = openSite(packed).file("/docs/try")!;
  assert.deepEqual(headers, [["content-security-policy", "sandbox"]]);
});

Deno.test("an address that a page has moved to is sent in signs that a header takes", () => {
  const { headers } = movedAnswer("/groups/a/?x=日&y=\ud800&z=%20", { madeAt: 0, validUntil: 1 });
  const location = new Headers([...headers!].map(([name, value]) => [name, value])).get("location");
  assert.equal(location, "/groups/a/?x=%E6%97%A5&y=%EF%BF%BD&z=%20");
});

Deno.test("without a site pack, or with one of another program, there is no file", () => {
  assert.equal(openSite(() => undefined).file("/assets/a.css"), undefined);
  assert.equal(openSite(() => new Uint8Array(40)).file("/assets/a.css"), undefined);
});

Deno.test("on one's own machine the documents name the address that is really bound", () => {
  const site = openSite(packed, () => "http://127.0.0.1:8123");
  const answer = site.file("/docs/日本.md")!;
  assert.equal(new TextDecoder().decode(answer.body), "# 月の裏庭\nhttp://127.0.0.1:8123/v1\n");
  assert.notEqual(answer.tag, openSite(packed).file("/docs/日本.md")!.tag);
});
