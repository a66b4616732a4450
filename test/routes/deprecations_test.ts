import assert from "node:assert/strict";
import { deprecationHeaders } from "../../src/routes/router.ts";

Deno.test("deprecationHeaders() writes the dates as RFC 9745 and RFC 8594 ask", () => {
  const since = Date.UTC(2023, 5, 30, 23, 59, 59);
  const sunset = Date.UTC(2024, 5, 30, 23, 59, 59);
  assert.deepEqual(deprecationHeaders({ since, sunset }), [
    ["deprecation", "@1688169599"],
    ["sunset", "Sun, 30 Jun 2024 23:59:59 GMT"],
  ]);
  assert.deepEqual(deprecationHeaders(undefined), []);
});
