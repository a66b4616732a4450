import assert from "node:assert/strict";
import fc from "fast-check";
import { HttpError } from "../../src/http/http_error.ts";
import { checkHost, parseTarget } from "../../src/http/request.ts";
import { propertyRun } from "../support/size.ts";

Deno.test.each([
  ["http://x/", [], "/", ""],
  ["http://x", [], "", ""],
  ["http://x/a/b", ["a", "b"], "/a/b", ""],
  ["http://x/a/b/", ["a", "b"], "/a/b", ""],
  ["http://x/a//b", ["a", "", "b"], "/a//b", ""],
  ["http://x/a/b//", ["a", "b", ""], "/a/b/", ""],
  ["http://x:80/a?b=c", ["a"], "/a", "b=c"],
  ["http://x/a?b=c?d", ["a"], "/a", "b=c?d"],
  ["http://x/a?", ["a"], "/a", ""],
  ["http://x/a/?b=/", ["a"], "/a", "b=/"],
  ["http://x/a#b?c", ["a"], "/a", ""],
  ["http://x/a?b#c", ["a"], "/a", "b"],
  ["http://x/a%2Fb/%41", ["a/b", "A"], "/a%2Fb/%41", ""],
  ["http://x/../a/./b", ["..", "a", ".", "b"], "/../a/./b", ""],
  ["http://[::1]:8/a", ["a"], "/a", ""],
  ["https://x/%E3%81%95", ["さ"], "/%E3%81%95", ""],
])("parseTarget(%s) has the segments %j", (url, segments, path, search) => {
  assert.deepEqual(parseTarget(url), { segments, path, search });
});

Deno.test.each([
  ["http://x/%zz", "MALFORMED_REQUEST"],
  ["http://x/%00", "MALFORMED_REQUEST"],
  ["http://x/a%C2%85", "MALFORMED_REQUEST"],
  ["http://a b/", "MALFORMED_REQUEST"],
  ["http://u@x/", "MALFORMED_REQUEST"],
  ["http://x:99999/", "MALFORMED_REQUEST"],
])("parseTarget(%s) is refused: %s", (url, code) => {
  assert.throws(() => parseTarget(url), { code });
});

Deno.test("parseTarget() takes 8,192 characters behind the host, and no more", () => {
  assert.equal(parseTarget(`http://x/${"a".repeat(8191)}`).segments.length, 1);
  assert.throws(() => parseTarget(`http://x/${"a".repeat(8192)}`), { code: "URI_TOO_LONG" });
});

Deno.test("parseTarget() gives back the segments that were escaped into a path", () => {
  // deno-lint-ignore no-control-regex
  const text = fc.string({ unit: "grapheme" }).filter((part) => !/[\x00-\x1f\x7f-\x9f]/.test(part));
  const segments = fc.array(text, { minLength: 1, maxLength: 5 })
    .filter((parts) => parts.at(-1) !== "");
  fc.assert(
    fc.property(segments, (parts) => {
      const url = `http://x/${parts.map(encodeURIComponent).join("/")}`;
      assert.deepEqual(parseTarget(url).segments, parts);
    }),
    propertyRun(500),
  );
});

Deno.test("parseTarget() reads any text, or refuses it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.webUrl(), (text, url) => {
      for (const target of [text, url, url + text, `http://x/${text}`]) {
        try {
          parseTarget(target);
        } catch (error) {
          assert.ok(error instanceof HttpError, String(error));
        }
      }
    }),
    propertyRun(500),
  );
});

Deno.test("checkHost() takes what a URL parser takes as host and port, and no header at all", () => {
  checkHost(null);
  checkHost("");
  fc.assert(
    fc.property(fc.domain(), fc.nat(65_535), (domain, port) => {
      checkHost(domain);
      checkHost(`${domain}:${port}`);
    }),
    propertyRun(200),
  );
});

Deno.test("checkHost() refuses whatever would move the path of a URL", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("/", "?", "#", "@", "\\", " "), (text, mark) => {
      assert.throws(() => checkHost(`a${mark}${text}`), HttpError);
    }),
    propertyRun(200),
  );
});
