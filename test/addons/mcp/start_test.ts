import assert from "node:assert/strict";
import { OPEN_CALLS } from "../../../src/addons/mcp/family.ts";
import { BIRTHDAY_DAYS } from "../../../src/addons/mcp/lists.ts";
import { SCHEDULE_DAYS } from "../../../src/addons/mcp/schedule.ts";

Deno.test("the page of assistants has the numbers of the program", () => {
  const page = Deno.readTextFileSync("build/addons/site/docs/pages/assistants.md").replace(
    /\s+/g,
    " ",
  );
  assert.ok(page.includes(`${OPEN_CALLS} messages a minute`));
  assert.ok(
    page.includes(`${SCHEDULE_DAYS.all} days from today, of one member ${SCHEDULE_DAYS.ofMember}`),
  );
  assert.ok(page.includes(`within so many days (${BIRTHDAY_DAYS})`));
});
