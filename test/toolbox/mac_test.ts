import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { createMac } from "../../src/toolbox/mac.ts";
import { propertyRun } from "../support/size.ts";

Deno.test("createMac() is HMAC-SHA-256 for every key and message, bytes or text", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const either = fc.oneof(bytes, fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(either, fc.array(fc.oneof(bytes, fc.string())), (key, messages) => {
      const mac = createMac(key);
      // One after the other under the same key: nothing of the one before is left over.
      for (const message of messages) {
        const expected = createHmac("sha256", key).update(message).digest("base64url");
        assert.equal(mac(message), expected);
      }
    }),
    propertyRun(),
  );
});
