import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { createSecretHash, hintOf, mintSecret } from "../../src/access/records/secret.ts";
import { isSecret } from "../support/is_secret.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { propertyRun } from "../support/size.ts";

Deno.test("mintSecret() makes keys of the documented form, each another", () => {
  const secrets = Array.from({ length: 1000 }, () => mintSecret("J", systemRandom));
  assert.equal(new Set(secrets).size, 1000);
  for (const secret of secrets) {
    assert.match(secret, /^J-osb_[0-9A-Za-z]{38}$/);
    assert.ok(isSecret(secret));
  }
});

Deno.test("isSecret() knows a mistyped key by its checksum", () => {
  const secret = mintSecret("P", systemRandom);
  for (let place = 6; place < secret.length; place++) {
    const other = secret[place] === "a" ? "b" : "a";
    assert.equal(isSecret(secret.slice(0, place) + other + secret.slice(place + 1)), false);
  }
});

Deno.test("hintOf() shows four characters of a key", () => {
  assert.equal(hintOf("J-osb_abcdefghijklmnopqrstuvwxyz0123456789AB"), "J-…89AB");
});

Deno.test("createDigest() is HMAC-SHA-256 for every pepper and text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string(), (pepper, text) => {
      const expected = createHmac("sha256", pepper).update(text).digest("base64url");
      assert.equal(createSecretHash(pepper)(text), expected);
    }),
    propertyRun(),
  );
});
