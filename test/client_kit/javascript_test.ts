import assert from "node:assert/strict";
import { JAVASCRIPT, strippedModules } from "../../build/client_kit/strip_types.ts";

Deno.test("the client in JavaScript is its modules without their types", () => {
  assert.equal(
    Deno.readTextFileSync(JAVASCRIPT),
    strippedModules(),
    `${JAVASCRIPT} is not of today: run deno task api`,
  );
});
