import assert from "node:assert/strict";
import { type ErrorCode, ERRORS } from "../../src/http/error_table.ts";
import { HttpError, invalidParameter } from "../../src/http/http_error.ts";

const CODES = Object.keys(ERRORS) as ErrorCode[];

Deno.test.each(CODES.map((code) => [code]))(
  "%s says status false, a message and its type",
  (code) => {
    const refusal = new HttpError(code);
    const { status, type, message } = ERRORS[code];
    assert.equal(refusal.status, status);
    assert.ok(status >= 400 && status < 600);
    assert.deepEqual(refusal.body(), { status: false, message, ...(type && { type }) });
    assert.match(message, /^[A-Z].*[^.]$/);
  },
);

Deno.test("types are told apart; two refusals whose bodies the contract gives whole have none", () => {
  // A used-up quota is one refusal with two statuses.
  const types = CODES.filter((code) => code !== "USED_UP_WRAPPED").map((code) => ERRORS[code].type)
    .filter((type) => type !== undefined);
  assert.equal(new Set(types).size, types.length);
  assert.deepEqual(CODES.filter((code) => ERRORS[code].type === undefined), [
    "BARE_INVALID_KEY",
    "CODE_NOT_FOUND",
  ]);
});

Deno.test("further fields stand before and after the type, in the contract's order", () => {
  const refusal = new HttpError("IP_NOT_WHITELISTED", {
    before: { clientIP: "203.0.113.7" },
    after: { hint: "Write to us" },
  });
  assert.equal(
    Object.keys(refusal.body()).join(" "),
    "status message clientIP type hint",
  );
});

Deno.test("the refusal of a parameter names it and what it takes", () => {
  const { code, details } = invalidParameter("days", "a whole number from 1 to 366");
  assert.equal(code, "INVALID_PARAMETER");
  assert.deepEqual(details.after, { hint: "days takes a whole number from 1 to 366" });
});
