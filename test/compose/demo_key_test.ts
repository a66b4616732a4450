import assert from "node:assert/strict";
import { SLICE } from "../../src/access/records/hashed_store.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import {
  type DemoKey,
  describeDemo,
  makeDemoKey,
  mayHaveDemoKey,
  type StartTimes,
} from "../../src/compose/first_start.ts";
import { packOf } from "../support/compiled.ts";
import { createDeafDoors } from "./deaf_doors.ts";

const DAY_MS = 86_400_000;
const content = openContent(packOf("test/fixtures/trio"));
const { catalog } = content;
const HERE = { onDeploy: false, hostname: "127.0.0.1", proxies: [] };

Deno.test("a demo key is made where just this machine is served", () => {
  for (const hostname of ["127.0.0.1", "127.9.9.9", "::1", "localhost"]) {
    assert.equal(mayHaveDemoKey({ ...HERE, hostname }), true, hostname);
  }
});

Deno.test("no demo key is made where the address bound is not loopback", () => {
  for (const hostname of ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1", "127.0.0.1.example", ""]) {
    assert.equal(mayHaveDemoKey({ ...HERE, hostname }), false, hostname);
  }
});

Deno.test("no demo key is made on Deno Deploy or behind a proxy", () => {
  assert.equal(mayHaveDemoKey({ ...HERE, onDeploy: true }), false);
  assert.equal(mayHaveDemoKey({ ...HERE, proxies: ["127.0.0.1"] }), false);
});

Deno.test("a start makes a demo key and ends the one of an earlier start, until somebody has a key", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const start = (now: number) => makeDemoKey(doors, catalog, startedAt(now));
  const [first, second] = [secretOf(await start(0)), secretOf(await start(10))];
  assert.notEqual(first, second);
  assert.equal(await doors.credentials.findKey(first), undefined);
  assert.equal((await doors.keys.list()).length, 1, "no demo key of an earlier start is left");
  assert.equal((await doors.credentials.findKey(second))?.demo, true);
  const real = { owner: "Sari", email: "sari@fans.example", plan: "standard", groups: [], ips: [] };
  await doors.keys.issue({ ...real, createdAt: DAY_MS });
  assert.deepEqual(await start(2 * DAY_MS), { outcome: "unneeded" });
  doors.credentials.close();
});

Deno.test("where somebody has a key, a start reads the first keys, and waits for no others", async () => {
  const doors = createDeafDoors();
  const real = { owner: "Sari", email: "sari@fans.example", plan: "standard", groups: [], ips: [] };
  for (let number = 0; number < 2 * SLICE; number++) {
    await doors.keys.issue({ ...real, createdAt: DAY_MS });
  }
  const read: number[] = [];
  const keys = {
    async slice(after: string | undefined) {
      const slice = await doors.keys.slice(after);
      read.push(slice.length);
      return slice;
    },
    issueInPlace: () => Promise.reject(new Error("all keys were read")),
  };
  const credentials = { refresh: () => Promise.reject(new Error("the table was waited for")) };
  const demo = await makeDemoKey({ keys, credentials }, catalog, startedAt(DAY_MS));
  assert.deepEqual([demo, read], [{ outcome: "unneeded" }, [SLICE]]);
  doors.credentials.close();
});

Deno.test("of several processes that start at once one makes the demo key, and the others say so", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((began) =>
      makeDemoKey(doors, catalog, { ...startedAt(10), startedAt: began })
    ),
  );
  assert.deepEqual(made.map(({ outcome }) => outcome).sort(), [
    ...["elsewhere", "elsewhere", "elsewhere", "elsewhere", "made"],
  ]);
  const live = (await doors.keys.list()).filter((key) => key.revokedAt === undefined);
  assert.equal(live.length, 1);
  doors.credentials.close();
});

Deno.test("a start whose clock was set back makes a demo key as well", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  secretOf(await makeDemoKey(doors, catalog, startedAt(DAY_MS)));
  const secret = secretOf(await makeDemoKey(doors, catalog, startedAt(10)));
  assert.equal((await doors.credentials.findKey(secret))?.demo, true);
  doors.credentials.close();
});

Deno.test("a start that finds the demo key of another tells where it is printed", () => {
  const [line, ...more] = describeDemo({ outcome: "elsewhere" }, "http://127.0.0.1:9/", content);
  assert.match(line!, /^Another server .* prints .* work here too, at http:\/\/127\.0\.0\.1:9\/$/);
  assert.deepEqual(more, []);
});

/** A process that began at this instant and has come to its demo key at once. */
function startedAt(now: number): StartTimes {
  return { startedAt: now, clock: { now: () => now } };
}

function secretOf(demo: DemoKey): string {
  assert.equal(demo.outcome, "made");
  return demo.outcome === "made" ? demo.secret : "";
}
