import assert from "node:assert/strict";
import type { LogEntry } from "../../src/events/event.ts";
import { eventListItem } from "../../src/model/item/logged_event.ts";
import {
  createBusyNet,
  createLiveProgram,
  emptyScene,
  type LiveProgram,
} from "../support/live_program.ts";
import { assertShape } from "../support/shapes.ts";

const DAY = 86_400_000;

function birthday(group: string, id: string, at: number): LogEntry {
  const data = {
    ...{ member_id: id, name: id, group, status: "active", birth_date: "", days_until: 0 },
    ...{ next_birthday: "2026-07-04", is_today: true, birthday: "07-04" },
  };
  const when = new Date(at).toISOString();
  return { type: "birthday.today", group, at: when, data, subject: id, members: [id] };
}

/** A program that has seen everybody on air. */
async function start(): Promise<LiveProgram & { net: ReturnType<typeof createBusyNet> }> {
  const net = createBusyNet();
  const program = await createLiveProgram({ net });
  await program.pass(30_000);
  return Object.assign(program, { net });
}

async function log(program: LiveProgram, query = "", key?: string) {
  const answer = program.send(`/v1/events${query}`, key === undefined ? {} : { key });
  await program.clock.advance(0);
  const response = await answer;
  const body = await response.json();
  if (response.status === 200) assertShape(eventListItem, body, query);
  return { status: response.status, body };
}

Deno.test("broadcasts and other events are in one log, in the order in which they were written", async () => {
  await using program = await start();
  const { service: { events: { log: eventLog } }, clock, net } = program;
  const before = (await log(program)).body;
  assert.ok(before.total > 5);
  await eventLog.append([birthday("kota", "ani", clock.now())], { checks: [], writes: [] });
  emptyScene(net.scene);
  await program.pass(60_000);
  const { body } = await log(program, `?after=${before.cursor}`);
  const types = body.data.map(({ type }: LogEntry) => type);
  assert.equal(types[0], "birthday.today");
  assert.deepEqual([...new Set(types.slice(1))], ["live.ended"]);
  const ids = [...before.data, ...body.data].map(({ id }) => Number(id));
  assert.deepEqual(ids, ids.toSorted((a, b) => a - b));
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("a page of the log ends where the next begins", async () => {
  await using program = await start();
  const whole = (await log(program)).body;
  const data = [];
  let cursor = "0";
  for (let page = 0; page < 50; page++) {
    const { body } = await log(program, `?limit=2&after=${cursor}`);
    data.push(...body.data);
    if (body.total === 0) break;
    cursor = body.cursor;
  }
  assert.deepEqual(data, whole.data);
  assert.equal(cursor, whole.cursor);
});

Deno.test("the log is cut to the groups of the key, and narrowed by type, group and member", async () => {
  await using program = await start();
  const { body: whole } = await log(program);
  const groups = new Set<string>(whole.data.map(({ group }: LogEntry) => group));
  assert.ok(groups.size > 1);
  const { secret } = await program.issue("free", ["kota"]);
  const { body: cut } = await log(program, "", secret);
  assert.deepEqual(cut.data, whole.data.filter(({ group }: LogEntry) => group === "kota"));
  assert.equal(cut.cursor, whole.cursor);
  const other = [...groups].find((group) => group !== "kota");
  assert.equal((await log(program, `?group=${other}`, secret)).status, 403);
  assert.equal((await log(program, "?group=nope")).status, 400);
  assert.equal((await log(program, "?member=nobody")).status, 400);
  assert.equal((await log(program, "?type=live.began")).status, 400);
  assert.equal((await log(program, "?type=show.added")).body.total, 0);
  assert.deepEqual((await log(program, "?type=show.added,live.started")).body.data, whole.data);
  const { body: hers } = await log(program, "?member=Ani");
  assert.ok(hers.total > 0 && hers.total < cut.total);
  for (const { data } of hers.data) assert.equal(data.url, "ani-sari");
});

Deno.test("what is older than 15 days is gone, and whoever asks for it is told where to go on", async () => {
  await using program = await start();
  const { service: { events: { log: eventLog } }, clock, net } = program;
  const { body: first } = await log(program);
  emptyScene(net.scene);
  clock.set(clock.now() + 15 * DAY - 60_000);
  await eventLog.append([birthday("kota", "ani", clock.now())], { checks: [], writes: [] });
  await clock.advance(120_000);
  const { status, body } = await log(program, `?after=${Number(first.cursor) - 1}`);
  assert.equal(status, 410);
  assert.equal(body.type, "GONE");
  assert.equal(Number(body.oldest) >= Number(first.cursor), true);
  const { body: rest } = await log(program, `?after=${body.oldest}`);
  assert.ok(rest.data.some(({ type }: LogEntry) => type === "birthday.today"));
  assert.deepEqual((await log(program)).body, rest);
});
