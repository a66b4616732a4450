import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeUse, encodeUse, endpointOf } from "../../src/audit/entries/use.ts";
import { lineBytes } from "../../src/audit/record/chunk.ts";
import { sampleUse } from "./sample_use.ts";
import { propertyRun } from "../support/size.ts";

const TOKEN = "P-osb_0123456789abcdefghijABCDEFGHIJ01abcdef";

Deno.test("decodeUse() gives back what encodeUse() was given", () => {
  const use = sampleUse({ name: "Ren ✨ \u2028 \u202e", endpoint: "/api/groupa/news/42" });
  assert.deepEqual(decodeUse(7, encodeUse(use)), { seq: 7, ...use });
});

Deno.test("decodeUse() refuses other shapes", () => {
  for (const text of ["[]", "{}", '["1"]', "not json"]) {
    assert.throws(() => decodeUse(1, text), SyntaxError);
  }
});

Deno.test("encodeUse() makes any text fit into a chunk", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 0, maxLength: 6_000 }),
      (text) => {
        const parts = {
          token_id: text,
          name: text,
          email: text,
          ip: text,
          method: text,
          route: text,
        };
        const encoded = encodeUse(sampleUse({ ...parts, endpoint: `/${text}` }));
        assert.ok(lineBytes(encoded) < 50_000, `${lineBytes(encoded)} bytes`);
        assert.ok(decodeUse(1, encoded).name.isWellFormed());
      },
    ),
    propertyRun(),
  );
  const worst = "\u0000".repeat(70_000);
  const parts = { token_id: worst, name: worst, email: worst, ip: worst, endpoint: worst };
  assert.ok(lineBytes(encodeUse(sampleUse(parts))) < 50_000);
});

Deno.test("endpointOf() keeps a path as it is and drops the query", () => {
  assert.equal(endpointOf("/api/groupa/news/42"), "/api/groupa/news/42");
  assert.equal(endpointOf(`/api/groupb/members?priority_token=${TOKEN}`), "/api/groupb/members");
  assert.equal(endpointOf("/api/groupb/member/P-chan"), "/api/groupb/member/P-chan");
  assert.equal(endpointOf("/api/groupb/member/a%2Fb"), "/api/groupb/member/a%2Fb");
});

Deno.test("endpointOf() shows no credential, however it is spelled", () => {
  const twice = TOKEN.replace("-", "%252D");
  const hex = [...TOKEN].map((c) => "%" + c.charCodeAt(0).toString(16)).join("");
  for (const spelled of [TOKEN, `x${TOKEN}y`, TOKEN.replace("-", "%2d"), twice, hex]) {
    assert.equal(endpointOf(`/api/groupb/member/${spelled}`), "/api/groupb/member/[credential]");
  }
  assert.equal(endpointOf("/a/my%20old%2Ftoken/b", ["my old/token"]), "/a/[credential]/b");
  assert.equal(endpointOf("/a/old/token/b", ["old/token"]), "/a/[credential]/b");
});

Deno.test("endpointOf() gives printable ASCII, whatever came", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      assert.match(endpointOf(path), /^[\x21-\x7e]*$/);
    }),
    propertyRun(),
  );
});
