import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeUse, endpointOf, newUse } from "../../src/audit/entries/use.ts";
import { entryBytes } from "../../src/audit/record/chunk.ts";
import { sampleUse } from "./sample_use.ts";
import { propertyRun } from "../support/size.ts";

const TOKEN = "P-osb_0123456789abcdefghijABCDEFGHIJ01abcdef";

Deno.test("decodeUse() gives back what newUse() was given, what says who it was beside the line", () => {
  const use = sampleUse({ name: "Ren ✨ \u2028 \u202e", endpoint: "/api/groupa/news/42" });
  const entry = newUse(use);
  const people = { fieldsOf: () => JSON.parse(entry.fields), isForgotten: () => false };
  assert.deepEqual(decodeUse(7, entry.line(3), people), { seq: 7, ...use });
  const nobody = { seq: 7, ...use, name: "", email: "", ip: "", forgotten: true };
  assert.deepEqual(decodeUse(7, entry.line(3)), nobody);
  assert.deepEqual(decodeUse(7, entry.line(null), people), nobody);
  const forgotten = { ...people, isForgotten: () => true };
  assert.deepEqual(decodeUse(7, entry.line(3), forgotten), nobody);
  for (const text of [use.name, use.email, use.ip]) assert.ok(!entry.line(3).includes(text));
});

Deno.test("decodeUse() refuses other shapes", () => {
  for (const text of ["[]", "{}", '["1"]', "not json"]) {
    assert.throws(() => decodeUse(1, text), SyntaxError);
  }
});

Deno.test("newUse() makes any text fit into a chunk", () => {
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
        const entry = newUse(sampleUse({ ...parts, endpoint: `/${text}` }));
        assert.ok(entryBytes(entry) < 50_000, `${entryBytes(entry)} bytes`);
        assert.ok(decodeUse(1, entry.line(0)).endpoint.isWellFormed());
      },
    ),
    propertyRun(),
  );
  const worst = "\u0000".repeat(70_000);
  const parts = { token_id: worst, name: worst, email: worst, ip: worst, endpoint: worst };
  assert.ok(entryBytes(newUse(sampleUse(parts))) < 50_000);
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
  const feed = `F-osb_k_${"a".repeat(12)}.0.${"A-_b".repeat(8)}`;
  for (const spelled of [TOKEN, `x${TOKEN}y`, TOKEN.replace("-", "%2d"), twice, hex, feed]) {
    assert.equal(endpointOf(`/api/groupb/member/${spelled}`), "/api/groupb/member/[credential]");
  }
  assert.equal(endpointOf("/a/my%20old%2Ftoken/b", ["my old/token"]), "/a/[credential]/b");
  assert.equal(endpointOf("/a/old/token/b", ["old/token"]), "/a/[credential]/b");
});

Deno.test("endpointOf() gives printable ASCII, whatever came", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      assert.match(endpointOf(path), /^[\x20-\x7e]*$/);
    }),
    propertyRun(),
  );
});
