import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { placeBuild } from "../support/built.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Two builds of different content, and what a server that follows needs. */
async function twoBuilds() {
  const folder = await temporaryFolder();
  const { path } = folder;
  const CONTENT_DIR = `${path}/content`;
  await cp("test/fixtures/trio", CONTENT_DIR, { recursive: true });
  const pictures = `${CONTENT_DIR}/kembang/pictures`;
  await cp("content/groupa/pictures", pictures, { recursive: true });
  const member = `${CONTENT_DIR}/kembang/members/elok-pramudita.yaml`;
  await Deno.writeTextFile(member, "img: pictures/alaia-ramadhanty.png\n", { append: true });
  await placeBuild({ CONTENT_DIR, OUT_DIR: `${path}/first` });
  const site = await Deno.readTextFile(`${CONTENT_DIR}/site.yaml`);
  await Deno.writeTextFile(`${CONTENT_DIR}/site.yaml`, site.replace(/^title:.*$/m, "title: Other"));
  await placeBuild({ CONTENT_DIR, OUT_DIR: `${path}/second` });
  const env = { CONTENT_DIR, OUT_DIR: `${path}/out`, KV_PATH: `${path}/data/kv`, LIVE: "off" };
  const dispose = () => folder[Symbol.asyncDispose]();
  return { path, env, pack: `${env.OUT_DIR}/oshibase.pack`, [Symbol.asyncDispose]: dispose };
}

async function buildOf(server: RunningServer): Promise<string> {
  return (await (await fetch(`${server.base}healthz`)).json()).build;
}

function count(server: RunningServer, pattern: RegExp): number {
  return server.printed.err.match(pattern)?.length ?? 0;
}

const GONE = /warn Cannot find \S+oshibase\.pack: .*`deno task build`/g;
const REFUSED = /warn Cannot serve .*: it is (?:damaged|cut off); run the build again$/gm;
const BACK = /info Found \S+oshibase\.pack again/g;

Deno.test("a server that follows hears of a pack in a folder that was removed and made again", async () => {
  await using at = await twoBuilds();
  await cp(`${at.path}/first`, at.env.OUT_DIR, { recursive: true });
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);

  for (const [round, from] of ["second", "first", "second"].entries()) {
    const before = await buildOf(server);
    await Deno.remove(at.env.OUT_DIR, { recursive: true });
    await until(() => count(server, GONE) === round + 1);
    assert.equal(await buildOf(server), before);
    await cp(`${at.path}/${from}`, at.env.OUT_DIR, { recursive: true });
    await until(async () => await buildOf(server) !== before);
    assert.equal(count(server, BACK), round + 1);
  }
  assert.notEqual(await buildOf(server), first);
});

Deno.test("a damaged pack is refused in one line, and what was served before stays", async () => {
  await using at = await twoBuilds();
  await cp(`${at.path}/first`, at.env.OUT_DIR, { recursive: true });
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);
  const second = await Deno.readFile(`${at.path}/second/oshibase.pack`);
  for (
    const [round, damaged] of [second.with(-2, second.at(-2)! ^ 1), second.slice(0, -2)].entries()
  ) {
    await Deno.writeFile(`${at.pack}.new`, damaged);
    await Deno.rename(`${at.pack}.new`, at.pack);
    await until(() => count(server, REFUSED) === round + 1);
    assert.equal(await buildOf(server), first);
  }
  await Deno.copyFile(`${at.path}/second/oshibase.pack`, `${at.pack}.new`);
  await Deno.rename(`${at.pack}.new`, at.pack);
  await until(async () => await buildOf(server) !== first);
  assert.equal(count(server, REFUSED), 2);
});

Deno.test("a picture that is asked for while a build is swapped in is answered whole", async () => {
  await using at = await twoBuilds();
  await cp(`${at.path}/first`, at.env.OUT_DIR, { recursive: true });
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);
  const member = `${server.base}api/kembang/member/elok-pramudita?apikey=${server.demoKey}`;
  let people = await fetch(member);
  // A machine that is busy may keep the store from answering in time.
  for (; people.status === 503; people = await fetch(member)) await people.body?.cancel();
  assert.equal(people.status, 200);
  const { img } = await people.json();
  const answers = new Set<string>();
  let isSwapped = false;
  // As many wait for their turn to read the file as are under way.
  const askOften = async () => {
    while (!isSwapped) {
      const answer = await fetch(img);
      answers.add(`${answer.status} ${(await answer.bytes()).length}`);
    }
  };
  const asking = Array.from({ length: 40 }, askOften);
  await until(() => answers.size > 0);
  await Deno.copyFile(`${at.path}/second/oshibase.pack`, `${at.pack}.new`);
  await Deno.rename(`${at.pack}.new`, at.pack);
  await until(async () => await buildOf(server) !== first);
  isSwapped = true;
  await Promise.all(asking);
  const { size } = await Deno.stat("content/groupa/pictures/alaia-ramadhanty.png");
  assert.deepEqual([...answers], [`200 ${size}`]);
});
