import assert from "node:assert/strict";
import { hintOf, mintSecret } from "../../src/access/records/secret.ts";
import { isSecret } from "../support/is_secret.ts";
import { systemRandom } from "../../src/platform/random.ts";

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
