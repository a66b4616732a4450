import assert from "node:assert/strict";
import { packTree } from "../build/compiled_tree.ts";
import { VALID } from "../build/content_tree.ts";
import { mutateAtRandom } from "../build/mutations.ts";
import { runTask } from "../support/command.ts";
import { issueKey } from "../support/issue.ts";
import { startLoad } from "../support/load.ts";
import { createPrng } from "../support/prng.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ALL_ZONES } from "../time/zones.ts";
import { noteFigure } from "./figures.ts";

const REFUSED = sizeOf({ default: 5_000, full: 100_000 });

Deno.test(`${REFUSED} requests with a used-up key are refused, and none is charged`, async () => {
  const quota = 8;
  await using fixture = await createServerFixture({ standard: dayPlan(quota) });
  const { secret } = await issueKey(fixture.store);
  await using server = await fixture.start();
  const headers = { "x-api-key": secret };
  await using load = startLoad({
    ports: [Number(new URL(server.base).port)],
    path: "/api/bunga/members",
    key: secret,
    count: REFUSED + quota,
    connections: 8,
  }, 1);
  const { byStatus, unanswered, slowestMs } = await load.done;
  noteFigure(`${REFUSED} requests with a used-up key`, `slowest ${slowestMs.toFixed(0)} ms`);
  assert.deepEqual(byStatus, { 200: quota, 429: REFUSED });
  assert.equal(unanswered, 0);
  const own = await (await fetch(`${server.base}v1/key`, { headers })).json();
  assert.deepEqual([own.used, own.remaining], [quota, 0]);
});

const NAMES = sizeOf({ default: 5_000, full: 100_000 });

Deno.test(`${NAMES} names of time zones, right and wrong, over HTTP: 200 or 400, and no other answer`, async () => {
  await using fixture = await createServerFixture();
  const { secret } = await issueKey(fixture.store);
  await using server = await fixture.start();
  const random = createPrng(testSeed());
  const letters = [..."abcdefghijklmnopqrstuvwxyz/_+-0123456789 :[]ABCé日\u0000%"];
  const counts = { 200: 0, 400: 0 };
  const ask = async (): Promise<void> => {
    const zone = random.pick(ALL_ZONES);
    const at = random.between(0, zone.length);
    const text = random.happens(0.3)
      ? (random.happens(0.5) ? zone.toUpperCase() : zone.toLowerCase())
      : zone.slice(0, at) + random.pick(letters) + zone.slice(at + random.between(0, 2));
    const query = new URLSearchParams({ timezone: text });
    const answer = await fetch(`${server.base}v1/birthdays/today?${query}`, {
      headers: { "x-api-key": secret },
    });
    const body = await answer.json();
    if (answer.status === 200) {
      counts[200]++;
      assert.ok(isZone(text.replace(" ", "+")), `${text} was taken`);
      assert.equal(body.timezone.toLowerCase(), text.toLowerCase().replace(" ", "+"));
    } else {
      counts[400]++;
      assert.equal(answer.status, 400, JSON.stringify(text));
      assert.equal(body.type, text.includes("\0") ? "MALFORMED_REQUEST" : "INVALID_PARAMETER");
      assert.ok(!isZone(text), `${text} was refused`);
    }
  };
  for (let asked = 0; asked < NAMES; asked += 50) {
    await Promise.all(Array.from({ length: 50 }, ask));
  }
  noteFigure(`${NAMES} names of zones over HTTP`, JSON.stringify(counts));
  assert.ok(counts[200] > NAMES / 10 && counts[400] > NAMES / 10, JSON.stringify(counts));
});

/** Whether the runtime formats times of a zone by this name; a letter may make one name another's alias. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // It takes offsets, too.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

const ASKED = sizeOf({ default: 20, full: 2_000 });
/** A process each takes half a second: a share of the full size is bounded. */
const BROKEN = ASKED < 2_000 ? Math.min(ASKED, 40) : ASKED;
/** Contents that one run of the command is given: each is a folder of its own with groups of its own. */
const AT_ONCE = 4;

Deno.test(`${BROKEN} broken contents: the command ends with the verdict of the compiler, and never with a fault`, async () => {
  const random = createPrng(testSeed());
  const counts = { 0: 0, 1: 0 };
  const check = async (): Promise<void> => {
    await using folder = await temporaryFolder();
    const file = random.pick(Object.keys(VALID));
    const files = { ...VALID, [file]: mutateAtRandom(VALID[file]!, random) };
    for (const [name, text] of Object.entries(files)) {
      const path = `${folder.path}/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await (typeof text === "string"
        ? Deno.writeTextFile(path, text)
        : Deno.writeFile(path, text));
    }
    const { code, stdout, stderr } = await runTask("check", { CONTENT_DIR: folder.path });
    const said = stdout + stderr;
    assert.doesNotMatch(said, /\n {4}at |undefined|\[object/, said);
    const isSound = packTree({ [file]: files[file]! }).bytes !== undefined;
    assert.equal(code, isSound ? 0 : 1, said);
    if (!isSound) assert.match(said, /:\d+:\d+: error: /);
    counts[isSound ? 0 : 1]++;
  };
  for (let done = 0; done < BROKEN; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, check));
  }
  noteFigure(`${BROKEN} broken contents through the command`, JSON.stringify(counts));
});
