import assert from "node:assert/strict";
import { readPin } from "../../../build/addons/service/pin.ts";
import { fillIn, makeOwnService } from "./own_service.ts";

Deno.test("an engine is upgraded by one commit without a conflict, and back", async () => {
  using service = await makeOwnService();
  await fillIn(service);
  const { home, engine, task, git, release } = service;
  const [first, changelog] = [pinOf(home), `${engine}/CHANGELOG.md`];
  assert.match((await task(["upgrade"])).stdout, /^The engine is at [0-9a-f]{40} already\n$/);
  const text = Deno.readTextFileSync(changelog);
  Deno.writeTextFileSync(changelog, `${text}- A second entry.\n\n### Operators\n\n- A third.\n`);
  const second = await release("Two");

  const there = await task(["upgrade"]);
  assert.equal(there.code, 0, there.stderr);
  assert.equal(
    there.stdout,
    "What changes:\n\n## Unreleased\n\n### Editors\n\n- A second entry.\n\n### Operators\n\n" +
      `- A third.\n\nThe engine is at ${second} now. Back: deno task upgrade ${first}\n`,
  );
  assert.equal(pinOf(home), second);
  assert.equal(await git(home, "diff", "--numstat"), "1\t1\tengine.ts");
  assert.equal((await task(["check"])).stderr, "Checked content: no problems\n");

  const back = await task(["upgrade", first]);
  assert.equal(back.code, 0, back.stderr);
  assert.match(back.stdout, /^What is not in that engine:\n\n## Unreleased\n\n### Editors\n/);
  assert.equal(await git(home, "status", "--porcelain"), "");
});

Deno.test("the line stays where the content has errors with the new engine, or nobody has it", async () => {
  using service = await makeOwnService();
  const { home, engine, root, task, release } = service;
  const first = pinOf(home);
  const absent = await task(["upgrade", "0".repeat(39) + "1"]);
  assert.deepEqual([absent.code, pinOf(home)], [1, first]);
  assert.match(absent.stderr, /Cannot fetch the commit 0+1: the line of the engine stays/);
  assert.deepEqual([...Deno.readDirSync(`${home}/.engine`)].map(({ name }) => name), [first]);

  // The new engine knows a field less: it has become an error.
  const schema = `${engine}/build/schema/content/site.ts`;
  const source = Deno.readTextFileSync(schema);
  Deno.writeTextFileSync(schema, source.replace(/^ {2}contact: [^]*?(?=^ {2}base_url:)/m, ""));
  await release("Two");
  const refused = await task(["upgrade"]);
  assert.deepEqual([refused.code, pinOf(home)], [1, first]);
  assert.match(refused.stderr, /^content\/site\.yaml:\d+:1: error: .*contact/m);
  assert.match(refused.stderr, /the line stays as it is\. Correct them, and run this again\n$/);
  assert.equal((await task(["upgrade", "main"])).code, 2);
  // The check that is asked for by hand, at the other engine, once.
  const second = (await service.git(engine, "rev-parse", "HEAD")).trim();
  assert.equal((await task(["check"], { ENGINE_COMMIT: second })).code, 1);
  assert.equal((await task(["check"])).code, 0);

  // Nobody answers: what was fetched is kept, and the rest is refused.
  Deno.renameSync(`${root}/engine.git`, `${root}/away.git`);
  assert.equal((await task(["check"])).code, 0);
  const away = await task(["upgrade"]);
  assert.deepEqual([away.code, pinOf(home)], [1, first]);
  assert.match(away.stderr, /Cannot find the latest commit of file:/);
});

function pinOf(home: string): string {
  return readPin(Deno.readTextFileSync(`${home}/engine.ts`))!.commit;
}
