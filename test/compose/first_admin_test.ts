import assert from "node:assert/strict";
import { makeFirstAdmin } from "../../src/core/first_start.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { createDeafDoors } from "./deaf_doors.ts";

const ENV: Record<string, string> = {
  ADMIN_USERNAME: "root",
  ADMIN_PASSWORD: "a sentence of some length",
};

Deno.test("makeFirstAdmin() comes back when the pair opens, however late the store tells of it", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const log = createQuietLog();
  const recordedUsers = () => doors.users;
  const deps = { ...doors, recordedUsers, log, now: 0 };
  await makeFirstAdmin(readSettings((name) => ENV[name]), deps);
  assert.equal(doors.credentials.users.byId("root")?.id, "root");
  doors.credentials.close();
});

Deno.test("makeFirstAdmin() makes one administrator where several processes start at once", async () => {
  const doors = createDeafDoors();
  const log = createQuietLog();
  const recordedUsers = () => doors.users;
  await Promise.all(["root", "admin", "root"].map((name) => {
    const settings = readSettings((variable) => ({ ...ENV, ADMIN_USERNAME: name })[variable]);
    return makeFirstAdmin(settings, { ...doors, recordedUsers, log, now: 0 });
  }));
  assert.equal((await doors.users.list()).length, 1);
  doors.credentials.close();
});
