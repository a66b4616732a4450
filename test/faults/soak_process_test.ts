import assert from "node:assert/strict";
import { countEntries, exportUses } from "../support/use_log.ts";
import { createPrng } from "../support/prng.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { until } from "../support/until.ts";
import { type Lane, type Load, type LoadAnswer, pause, startLoad } from "./load.ts";
import { awayTimes, type Life, surelyRecorded } from "./recorded_uses.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { type Soak, type Trouble, type TroubleName, TROUBLES } from "./soak_troubles.ts";

/** A twentieth of the whole shows each trouble once. */
const SECONDS = soakSeconds(sizeOf({ default: 20, full: 600 }));
const PER_SECOND = 300;
const AMPLE = 1_000_000;
const SCARCE = sizeOf({ default: 300, full: 9_000 });
/** What a process leases at once at most. */
const BLOCK = 1_000;
/** Time between two troubles, and how long after one its marks may be seen, in ms. */
const CALM_MS = 2_000;
const AFTERMATH_MS = 6_000;
/** A server says that its store is slow after it has waited. */
const BEFORE_MS = 1_000;
/** While the store does not answer, or the process does nothing, requests wait longer than they may (503). */
const STORE_TROUBLES: readonly TroubleName[] = ["lock", "full disk", "stall"];

/** What a lane is answered when nothing is wrong; what `ample` counts, in units of the first key. */
interface SoakLane extends Lane {
  readonly name: string;
  readonly expected: readonly number[];
}

/** What a reader of the first key's use saw, and when it asked and was answered, in epoch ms. */
interface UsageReading {
  readonly from: number;
  readonly to: number;
  readonly used: number;
}

Deno.test(`${SECONDS} s of kills, stalls, locks, full disks and new content: no unexplained error, quota and audit hold`, async () => {
  const prng = createPrng(testSeed());
  await using disk = await mountSmallDisk();
  const plans = { standard: dayPlan(AMPLE), scarce: dayPlan(SCARCE) };
  const env: Record<string, string> = { DRAIN_MS: "500" };
  if (disk !== undefined) env["KV_PATH"] = `${disk.path}/store.kv`;
  await using fixture = await createServerFixture(plans, env);
  const lanes = await lanesOf(fixture);
  const started: RunningServer[] = [];
  const endedAt = new Map<RunningServer, number>();
  const start = async () => {
    const server = await fixture.start({}, { args: ["--follow"] });
    started.push(server);
    void server.process.status.then(() => endedAt.set(server, Date.now()));
    return server;
  };
  await using load = startLoad(PER_SECOND, lanes);
  const [steady, victim] = [await start(), await start()];
  const soak: Soak = { fixture, load, disk, steady, victim, start, swaps: 0 };
  const readings: UsageReading[] = [];
  const troubles: Trouble[] = [];
  load.aim(steady.base, victim.base);
  const endAt = Date.now() + SECONDS * 1_000;
  const watching = watch(steady, lanes, endAt, readings);
  const names = disk === undefined ? NAMES.filter((name) => name !== "full disk") : NAMES;
  while (Date.now() < endAt) {
    for (const name of prng.some(names, names.length)) {
      await pause(CALM_MS);
      if (Date.now() > endAt) break;
      const from = Date.now();
      await TROUBLES[name](soak);
      troubles.push({ name, from, to: Date.now() });
    }
  }
  await watching;
  await load.stop();
  await assertSwapped(soak, lanes);
  await Promise.all([steady.stop(), soak.victim.stop()]);

  const { answers } = load;
  const lives = started.map((server) => ({
    log: server.printed.err,
    endedAt: endedAt.get(server)!,
  }));
  assert.deepEqual(unexplained(answers, lanes, troubles, lives), []);
  assert.deepEqual(lives.flatMap(({ log }) => unexplainedLines(log, troubles)), []);
  const kills = troubles.filter(({ name }) => name === "kill").length;
  for (const reading of readings) assertExplained(reading, answers, lanes, kills);
  await assertQuotas(fixture, load, lanes, kills);
  await assertAudit(fixture, answers, lanes, lives);
});

function soakSeconds(seconds: number): number {
  return seconds > 60 ? seconds : Math.min(30, seconds);
}

const NAMES = Object.keys(TROUBLES) as TroubleName[];

async function lanesOf(fixture: ServerFixture): Promise<SoakLane[]> {
  const { headers: ample } = await fixture.key();
  const { headers: scarce } = await fixture.key({ plan: "scarce" });
  const { headers: token } = await fixture.token();
  return [
    { name: "ample", path: "api/bunga/members", headers: ample, expected: [200] },
    { name: "scarce", path: "api/kebun/members", headers: scarce, expected: [200, 429, 403] },
    { name: "ample", path: "v1/birthdays/today?timezone=Nowhere", headers: ample, expected: [400] },
    { name: "ample", path: "api/bunga/member/nobody", headers: ample, expected: [404] },
    {
      name: "free",
      path: "api/bunga/members",
      headers: { ...ample, "if-none-match": "*" },
      expected: [304],
    },
    { name: "token", path: "api/bunga/member/load-{n}", headers: token, expected: [404] },
    { name: "token", path: "api/bunga/member/load-{n}", headers: token, expected: [404] },
    {
      name: "unknown",
      path: "api/bunga/members",
      headers: { "x-api-key": "J-osb_nobody" },
      expected: [403],
    },
  ];
}

/** Looks at what a key has used, each second. */
async function watch(
  server: RunningServer,
  lanes: readonly SoakLane[],
  endAt: number,
  readings: UsageReading[],
): Promise<void> {
  while (Date.now() < endAt) {
    await pause(1_000);
    const from = Date.now();
    const { headers } = lanes[0]!;
    const answer = await fetch(`${server.base}v1/key`, { headers });
    const body = await answer.json();
    if (answer.status === 200) readings.push({ from, to: Date.now(), used: body.used });
  }
}

/** Answers that neither the lane nor a trouble explains. */
function unexplained(
  answers: readonly LoadAnswer[],
  lanes: readonly SoakLane[],
  troubles: readonly Trouble[],
  lives: readonly Life[],
): unknown[] {
  // On a busy machine the store may be slow without any trouble: a server says so itself.
  const slow = awayTimes(lives);
  return answers.filter(({ lane, status }) => !lanes[lane]!.expected.includes(status))
    .filter(({ status, from, to }) => {
      const names = status === 503 ? STORE_TROUBLES : status === 0 ? ["kill"] : [];
      const spans = troubles.filter(({ name }) => names.includes(name));
      return ![...spans, ...(status === 503 ? slow : [])].some((span) =>
        to >= span.from - BEFORE_MS && from <= span.to + AFTERMATH_MS
      );
    })
    .map((answer) => ({ ...answer, lane: lanes[answer.lane]!.name }))
    .slice(0, 20);
}

/** What servers say of a store that is away, or stalls. */
const EXPECTED_LINES =
  /(The store is (out of reach|away)|The quota store does not answer|Cannot read|Cannot write|Cannot put uses of priority tokens on record|Leased units could not be given back|The clock was set ahead|Others may open the store|Cannot drop old entries)/;

/** The test's own folder, and a commit that took more than 250 ms, as on a busy machine. */
const ANY_TIME = /(Others may open the store|The store is out of reach: uses of priority tokens)/;

/** Warnings and errors that no trouble explains. */
function unexplainedLines(log: string, troubles: readonly Trouble[]): string[] {
  return log.split("\n").filter((line) => / (warn|error) /.test(line)).filter((line) => {
    if (ANY_TIME.test(line)) return false;
    const at = Date.parse(line.split(" ", 1)[0]!);
    const isNear = troubles.some(({ name, from, to }) =>
      STORE_TROUBLES.includes(name) && at >= from && at <= to + AFTERMATH_MS
    );
    return !(isNear && EXPECTED_LINES.test(line));
  });
}

/** Answers for which the first key owes a unit. */
function isCharged({ lane, status }: LoadAnswer, lanes: readonly SoakLane[]): boolean {
  return lanes[lane]!.name === "ample" && [200, 400, 404].includes(status);
}

/**
 * What was read lies between what had been answered before and what had been asked by then, with what
 * the other server may hold and what killed ones took with them.
 */
function assertExplained(
  { from, to, used }: UsageReading,
  answers: readonly LoadAnswer[],
  lanes: readonly SoakLane[],
  kills: number,
): void {
  let [least, most] = [0, 2 * BLOCK * (kills + 2)];
  for (const answer of answers) {
    if (isCharged(answer, lanes) && answer.to < from) least++;
    const mayOwe = isCharged(answer, lanes) || ["ample", "free"].includes(lanes[answer.lane]!.name);
    if (mayOwe && answer.from <= to) most++;
  }
  assert.ok(used >= least && used <= most, `read ${used}, not within ${least} to ${most}`);
}

/** Whoever starts afterwards tells what was used; the scarce key was never given more than it has. */
async function assertQuotas(
  fixture: ServerFixture,
  { answers }: Load,
  lanes: readonly SoakLane[],
  kills: number,
): Promise<void> {
  await using server = await fixture.start();
  const usedBy = async ({ headers }: SoakLane) =>
    (await (await fetch(`${server.base}v1/key`, { headers })).json()).used as number;
  const charged = answers.filter((answer) => isCharged(answer, lanes)).length;
  const unanswered = answers.filter(({ status }) => status === 0).length;
  const used = await usedBy(lanes[0]!);
  const lost = used - charged;
  // Each server that was ended while its store was away may have kept what it had leased.
  assert.ok(lost >= 0 && lost <= unanswered + (kills + 1) * 2 * BLOCK, `${lost} units were lost`);
  const scarce = answers.filter(({ lane, status }) => lane === 1 && status === 200).length;
  assert.ok(scarce <= SCARCE, `${scarce} of ${SCARCE} were admitted`);
  const scarceUsed = await usedBy(lanes[1]!);
  assert.ok(scarceUsed >= scarce && scarceUsed <= SCARCE, `${scarceUsed} used of ${SCARCE}`);
}

/** Every answered use is on record, but those let go while the store was away; each once. */
async function assertAudit(
  { store }: ServerFixture,
  answers: readonly LoadAnswer[],
  lanes: readonly SoakLane[],
  lives: readonly Life[],
): Promise<void> {
  const recorded = new Set<number>();
  for await (const { endpoint } of exportUses(store.kv)) {
    const number = Number(/\/load-(\d+)$/.exec(endpoint)![1]);
    assert.ok(!recorded.has(number), `${endpoint} is on record twice`);
    recorded.add(number);
  }
  const answered = answers
    .filter(({ lane, status }) => lanes[lane]!.name === "token" && status === 404)
    .map(({ number, from, to }) => ({ number, at: to, tookMs: to - from }));
  const sure = surelyRecorded(answered, lives);
  assert.deepEqual(sure.filter(({ number }) => !recorded.has(number)), []);
  await countEntries(store.kv);
}

async function assertSwapped({ steady, swaps }: Soak, lanes: readonly SoakLane[]): Promise<void> {
  if (swaps === 0) return;
  await until(async () => {
    const answer = await fetch(`${steady.base}api/bunga/member/ayu`, {
      headers: lanes[0]!.headers,
    });
    return (await answer.json()).hobby === `Hobi ${swaps}`;
  }, 10_000);
}
