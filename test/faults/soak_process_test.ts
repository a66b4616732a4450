import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { createPrng } from "../support/prng.ts";
import { buildContent, type RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { dayPlan } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { countEntries, exportUses } from "../support/use_log.ts";
import {
  awayTimes,
  isReady,
  isSure,
  type Lane,
  type LoadAnswer,
  pause,
  quotaOf,
  type Span,
  startLoad,
} from "./fleet.ts";
import { mountSmallDisk, type SmallDisk } from "./small_disk.ts";

/** A twentieth of the whole shows each trouble once. */
const SECONDS = Math.max(30, sizeOf({ default: 30, full: 600 }));
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

/** A lane, and what it is answered when nothing is wrong; an `ample` one is charged to the first key. */
interface SoakLane extends Lane {
  readonly name: "ample" | "scarce" | "free" | "token" | "unknown";
  readonly expected: readonly number[];
}

/** Two servers under load: one stays from the beginning to the end, the other comes and goes. */
interface Soak {
  readonly fixture: ServerFixture;
  readonly disk: SmallDisk | undefined;
  victim: RunningServer;
  /** How often the content was changed. */
  swaps: number;
  /** Starts another server in the victim's place. */
  replace(): Promise<void>;
  /** Asks the victim no longer. */
  spare(): void;
}

type TroubleName = "kill" | "end" | "stall" | "lock" | "full disk" | "swap";

/** What befalls servers. Each resolves when it is over. */
const TROUBLES: Readonly<Record<TroubleName, (soak: Soak) => Promise<void>>> = {
  async kill(soak) {
    soak.victim.process.kill("SIGKILL");
    soak.spare();
    await soak.victim.process.status;
    await soak.replace();
  },
  async end(soak) {
    soak.victim.process.kill("SIGTERM");
    await until(async () => !(await isReady(soak.victim)));
    soak.spare();
    await soak.victim.process.status;
    await soak.replace();
  },
  /** A machine that is moved, or a disk that hangs: the process does nothing for a while. */
  async stall({ victim }) {
    victim.process.kill("SIGSTOP");
    await pause(2_000);
    victim.process.kill("SIGCONT");
  },
  /** Another program holds the store's lock. */
  async lock({ fixture }) {
    const lock = new DatabaseSync(fixture.env["KV_PATH"]!);
    await until(() => {
      try {
        lock.exec("BEGIN IMMEDIATE");
        return true;
      } catch {
        return false;
      }
    });
    await pause(3_000);
    lock.exec("ROLLBACK");
    lock.close();
  },
  async "full disk"({ disk }) {
    disk?.fill();
    await pause(4_000);
    disk?.free();
  },
  async swap(soak) {
    const { env } = soak.fixture;
    const member = `${env["CONTENT_DIR"]}/bunga/members/ayu.yaml`;
    const text = (await Deno.readTextFile(member)).replace(/^hobby: .*\n/m, "");
    await Deno.writeTextFile(member, `${text}hobby: Hobi ${++soak.swaps}\n`);
    assert.ok((await buildContent({ ...env })).success);
  },
};

/** While the store does not answer, or the process does nothing, requests wait longer than they may (503). */
const OF_THE_STORE: readonly TroubleName[] = ["lock", "full disk", "stall"];

Deno.test(`${SECONDS} s of kills, stalls, locks, full disks and new content: no unexplained error, quota and audit hold`, async () => {
  const prng = createPrng(testSeed());
  await using disk = await mountSmallDisk();
  const env: Record<string, string> = { DRAIN_MS: "500" };
  if (disk !== undefined) env["KV_PATH"] = `${disk.path}/store.kv`;
  const plans = { standard: dayPlan(AMPLE), scarce: dayPlan(SCARCE) };
  await using fixture = await createServerFixture(plans, env);
  const lanes = await lanesOf(fixture);
  await using load = startLoad(PER_SECOND, lanes);
  const started: RunningServer[] = [];
  const start = async () => {
    const server = await fixture.start({}, { args: ["--follow"] });
    started.push(server);
    return server;
  };
  const [steady, victim] = [await start(), await start()];
  const soak: Soak = {
    fixture,
    disk,
    victim,
    swaps: 0,
    async replace() {
      this.victim = await start();
      load.aim(steady, this.victim);
    },
    spare: () => load.aim(steady),
  };
  load.aim(steady, victim);
  const names = (Object.keys(TROUBLES) as TroubleName[]).filter((name) =>
    name !== "full disk" || disk !== undefined
  );
  const troubles: (Span & { readonly name: TroubleName })[] = [];
  const endAt = Date.now() + SECONDS * 1_000;
  while (Date.now() < endAt) {
    for (const name of prng.some(names, names.length)) {
      await pause(CALM_MS);
      if (Date.now() > endAt) break;
      const from = Date.now();
      await TROUBLES[name](soak);
      troubles.push({ name, from, to: Date.now() });
    }
  }
  await load.stop();
  await Promise.all([steady.stop(), soak.victim.stop()]);

  const spansOf = (wanted: readonly TroubleName[]): Span[] =>
    troubles.filter(({ name }) => wanted.includes(name));
  const away = started.flatMap(({ printed }) => awayTimes(printed.err));
  const explained = (status: number) =>
    status === 503 ? [...spansOf(OF_THE_STORE), ...away] : status === 0 ? spansOf(["kill"]) : [];
  const unexplained = load.answers.filter(({ lane, status, from, to }) =>
    !lanes[lane]!.expected.includes(status) &&
    !explained(status).some((span) => to >= span.from - BEFORE_MS && from <= span.to + AFTERMATH_MS)
  );
  assert.deepEqual(unexplained.slice(0, 20), []);
  await assertQuotas(fixture, load.answers, lanes, spansOf(["kill"]).length);
  await assertAudit(fixture, load.answers, lanes, away);
});

async function lanesOf(fixture: ServerFixture): Promise<SoakLane[]> {
  const { headers: ample } = await fixture.key();
  const { headers: scarce } = await fixture.key({ plan: "scarce" });
  const { headers: token } = await fixture.token();
  const path = "api/bunga/members";
  const use = "api/bunga/member/load-{n}";
  return [
    { name: "ample", path, headers: ample, expected: [200] },
    { name: "scarce", path: "api/kebun/members", headers: scarce, expected: [200, 429, 403] },
    { name: "ample", path: "v1/birthdays/today?timezone=Nowhere", headers: ample, expected: [400] },
    { name: "ample", path: "api/bunga/member/nobody", headers: ample, expected: [404] },
    { name: "free", path, headers: { ...ample, "if-none-match": "*" }, expected: [304] },
    { name: "token", path: use, headers: token, expected: [404] },
    { name: "token", path: use, headers: token, expected: [404] },
    { name: "unknown", path, headers: { "x-api-key": "J-osb_nobody" }, expected: [403] },
  ];
}

/** Whoever starts afterwards tells what was used; the scarce key was never given more than it has. */
async function assertQuotas(
  fixture: ServerFixture,
  answers: readonly LoadAnswer[],
  lanes: readonly SoakLane[],
  kills: number,
): Promise<void> {
  await using server = await fixture.start();
  const charged =
    answers.filter(({ lane, status }) =>
      lanes[lane]!.name === "ample" && [200, 400, 404].includes(status)
    ).length;
  const unanswered = answers.filter(({ status }) => status === 0).length;
  const { used } = await quotaOf(server, lanes[0]!.headers);
  // Each server that was ended while its store was away may have kept what it had leased.
  const lost = used - charged;
  assert.ok(lost >= 0 && lost <= unanswered + (kills + 1) * 2 * BLOCK, `${lost} units were lost`);
  const scarce = answers.filter(({ lane, status }) => lane === 1 && status === 200).length;
  assert.ok(scarce <= SCARCE, `${scarce} of ${SCARCE} were admitted`);
  const { used: scarceUsed } = await quotaOf(server, lanes[1]!.headers);
  assert.ok(scarceUsed >= scarce && scarceUsed <= SCARCE, `${scarceUsed} used of ${SCARCE}`);
}

/** Every answered use is on record, but those let go while the store was away; each once. */
async function assertAudit(
  { store }: ServerFixture,
  answers: readonly LoadAnswer[],
  lanes: readonly SoakLane[],
  away: readonly Span[],
): Promise<void> {
  const recorded = new Set<number>();
  for await (const { endpoint } of exportUses(store.kv)) {
    const number = Number(/\/load-(\d+)$/.exec(endpoint)![1]);
    assert.ok(!recorded.has(number), `${endpoint} is on record twice`);
    recorded.add(number);
  }
  const missing = answers.filter(({ number, lane, status, from, to }) =>
    lanes[lane]!.name === "token" && status === 404 && !recorded.has(number) &&
    isSure({ from, to }, away)
  );
  assert.deepEqual(missing, []);
  await countEntries(store.kv);
}
