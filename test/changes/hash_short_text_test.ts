import assert from "node:assert/strict";
import { hash } from "node:crypto";
import fc from "fast-check";
import { hashShortText, MAX_SHORT_TEXT } from "../../build/changes/hash_short_text.ts";
import { FIELD_HASH_LENGTH } from "../../src/changes/hashed_items.ts";
import { propertyRun } from "../support/size.ts";

function sha256(text: string): string {
  return hash("sha256", text, "base64url").slice(0, FIELD_HASH_LENGTH);
}

Deno.test("the hash of a short text is the beginning of its SHA-256", () => {
  const anyText = fc.string({ unit: "binary", maxLength: MAX_SHORT_TEXT });
  fc.assert(
    fc.property(anyText, (text) => {
      const short = text.slice(0, MAX_SHORT_TEXT);
      assert.equal(hashShortText(short), sha256(short));
    }),
    propertyRun(1000),
  );
});

Deno.test("texts of every length have their hash, also where they fill a block, and of wide characters", () => {
  for (let length = 0; length <= MAX_SHORT_TEXT; length++) {
    for (const letter of ["a", "é", "日", "\ud800"]) {
      const text = letter.repeat(length);
      assert.equal(hashShortText(text), sha256(text), `${length} of ${letter}`);
    }
  }
});
