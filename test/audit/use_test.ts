import assert from "node:assert/strict";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { endpointOf } from "../../src/audit/endpoint_of.ts";
import { actEntry, blanked, OWNER, type Use, UseGroup, usesOf } from "../../src/audit/entries.ts";
import { sampleUse } from "./sample_use.ts";
import { propertyRun } from "../support/size.ts";

const TOKEN = "P-osb_0123456789abcdefghijABCDEFGHIJ01abcdef";

/** What a group of uses becomes of one use. */
function entryOf(use: Use) {
  const group = new UseGroup(50_000);
  assert.ok(group.add(use));
  return group.entries[0]!;
}

Deno.test("a use is on record as it was", () => {
  const use = sampleUse({ name: "Ren ✨ \u2028 \u202e", endpoint: "/api/groupa/news/42" });
  assert.deepEqual(entryOf(use), { kind: "use", ...use });
});

Deno.test("any text fits into an entry", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 6_000 }), (text) => {
      const parts = { token_id: text, name: text, email: text, ip: text, method: text };
      const entry = entryOf(sampleUse({ ...parts, route: text, endpoint: `/${text}` }));
      assert.ok(Buffer.byteLength(JSON.stringify(entry)) < 50_000);
      assert.ok(entry.endpoint.isWellFormed());
    }),
    propertyRun(),
  );
  const worst = "\u0000".repeat(70_000);
  const parts = { token_id: worst, name: worst, email: worst, ip: worst, endpoint: worst };
  assert.ok(Buffer.byteLength(JSON.stringify(entryOf(sampleUse(parts)))) < 50_000);
});

Deno.test("a group takes as many bytes as it may, and uses that are alike beyond", () => {
  const group = new UseGroup(2_000);
  let added = 0;
  while (group.add(sampleUse({ status: 200 + added }))) added++;
  assert.ok(added > 3 && Buffer.byteLength(JSON.stringify(group.entries)) <= 2_000);
  assert.ok(group.add(sampleUse({ status: 201, at: 1 })));
  assert.deepEqual(group.entries.map(usesOf), [1, 2, ...Array(added - 2).fill(1)]);
});

Deno.test("what says who a person is goes from uses and acts, and nothing else", () => {
  const use = { kind: "use", ...sampleUse(), count: 3 } as const;
  assert.deepEqual(blanked(use), { ...use, name: "", email: "", ip: "", forgotten: true });
  const act = { at: 1, by: "root", ip: "192.0.2.1", command: "key set", subject: "k_1" };
  const before = { owner: "Sari", plan: "standard", ips: ["192.0.2.9"] };
  const entry = actEntry({ ...act, before, after: null });
  const gone = { owner: "", plan: "standard", ips: "" };
  assert.deepEqual(blanked(entry), { ...entry, before: gone, forgotten: true });
  const ofOwner = actEntry({ ...act, by: OWNER, before: null, after: { plan: "fan" } });
  assert.deepEqual(blanked(ofOwner), { ...ofOwner, ip: null, forgotten: true });
  const impersonal = actEntry({ ...act, before: null, after: { plan: "fan" } });
  assert.equal(blanked(impersonal), impersonal);
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
