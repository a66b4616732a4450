import assert from "node:assert/strict";
import { dirname } from "node:path";
import { parse } from "yaml";
import { command, watchServer } from "../../support/server.ts";
import { keptEnvironment } from "../../support/kept_environment.ts";
import { until } from "../../support/until.ts";
import { type Engine, fillIn, makeEngine, makeOwnService, type OwnService } from "./own_service.ts";

/** No test changes it. */
let shared: Engine;

Deno.test.beforeAll(async () => {
  shared = await makeEngine();
});

Deno.test.afterAll(() => shared?.[Symbol.dispose]());

Deno.test("engine.ts is short, and needs no package", async () => {
  const text = await Deno.readTextFile("build/addons/service/engine.ts");
  assert.ok(text.trimEnd().split("\n").length <= 80);
  const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, name]) => name!);
  assert.ok(imported.length > 0 && imported.every((name) => name === "node:path"), text);
});

Deno.test("a repository of content is made by one command, and every task works in it", async () => {
  using service = await makeOwnService("hanabi", shared);
  const { home, task, git } = service;

  const first = await task(["check"]);
  assert.match(first.stderr, /^Fetching the engine, commit [0-9a-f]{40} of file:.*engine\.git\n/);
  assert.match(first.stderr, /\nChecked content: no problems\n$/);
  assert.equal(first.code, 0);
  const fmt = command(["fmt", "--check"], {}, { cwd: home });
  assert.equal((await fmt.output()).code, 0);
  await fillIn(service);
  const second = await task(["check"]);
  assert.equal(second.stderr, "Checked content: no problems\n");
  assert.equal(await git(home, "status", "--porcelain"), "");
  const site = parse(Deno.readTextFileSync(`${home}/content/site.yaml`));
  assert.deepEqual(
    [site.title, site.licence, site.attribution],
    ["Hanabi", "CC0-1.0", "Hanabi"],
  );

  const { tasks } = JSON.parse(Deno.readTextFileSync(`${home}/deno.json`));
  const needed = "start serve dev check diff doctor new rename import editor build export admin " +
    "upgrade";
  for (const name of needed.split(" ")) assert.ok(Object.hasOwn(tasks, name), name);
  for (const name of ["check", "diff", "doctor", "new", "rename", "import", "editor", "upgrade"]) {
    const { code, stdout, stderr } = await task([name, "--help"]);
    assert.deepEqual([code, stderr], [0, ""], name);
    assert.match(stdout, new RegExp(`deno task ${name}`), name);
  }

  await answers(service, ["start"], ["api/hanabi/members", "api/hanabi/theater"]);
  await savesAreAnswered(service);

  const member = `${home}/content/hanabi/members/aya-satu.yaml`;
  const text = Deno.readTextFileSync(member);
  Deno.writeTextFileSync(member, `${text}\nbirthplace: Solo\nhoby: x\n`);
  const wrong = await task(["check"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^content\/hanabi\/members\/aya-satu\.yaml:\d+:1: error: .*hoby/);
  Deno.writeTextFileSync(member, `${text}\nbirthplace: Solo\n`);
  const diff = await task(["diff", "main"]);
  assert.match(diff.stdout, /Aya Satu \(hanabi\/aya-satu\): birthplace none → Solo/);
  Deno.writeTextFileSync(member, text);

  Deno.writeTextFileSync(`${home}/dump.json`, JSON.stringify([{ name: "Citra Tiga" }]));
  const imported = await task(["import", "hanabi", "members", "dump.json"]);
  assert.equal(imported.code, 0, imported.stderr);
  assert.ok(Deno.statSync(`${home}/content/hanabi/members/citra-tiga.yaml`).isFile);

  const snapshot = await task(["admin", "store", "snapshot", "../store.kv"]);
  assert.equal(snapshot.code, 0, snapshot.stderr);
  assert.ok(Deno.statSync(`${service.root}/store.kv`).isFile);
  const own = await task(["admin", "store", "snapshot", ".data/oshibase.kv", "--overwrite"]);
  assert.match(own.stderr, /belongs to the store itself/);
});

Deno.test("a licence is asked for at a terminal, and never chosen", async () => {
  using service = await makeOwnService("hanabi", shared);
  const { root, task } = service;
  assert.equal((await task(["new", "service", `${root}/bintang`])).code, 0);
  const site = (name: string) => parse(Deno.readTextFileSync(`${root}/${name}/content/site.yaml`));
  assert.equal(site("bintang").licence, undefined);
  const elsewhere = { CONTENT_DIR: `${root}/bintang/content` };
  const { code, stderr } = await task(["check"], elsewhere);
  assert.equal(code, 0);
  assert.match(stderr, /site\.yaml:.* warning: No licence is named[^]*: 1 warning\n$/);
  const line = `deno task --quiet new service ${root}/asked`;
  const terminal = new Deno.Command("script", {
    args: ["--quiet", "--return", "--command", line, "/dev/null"],
    ...{ cwd: service.home, env: service.env, stdin: "piped", stdout: "piped" },
  }).spawn();
  const writer = terminal.stdin.getWriter();
  await writer.write(new TextEncoder().encode("CC-BY-4.0\n"));
  const { stdout } = await terminal.output();
  assert.match(new TextDecoder().decode(stdout), /On what terms may others use the data\?/);
  assert.equal(site("asked").licence, "CC-BY-4.0");
  await writer.close().catch(() => {});
});

Deno.test("what Deno Deploy builds is served from a folder of its own", async () => {
  using service = await makeOwnService("hanabi", shared);
  await fillIn(service);
  const { home, root, env } = service;
  const { deploy } = JSON.parse(Deno.readTextFileSync(`${home}/deno.json`));
  await shell(deploy.build, home, env);
  Deno.renameSync(`${home}/${deploy.runtime.cwd}`, `${root}/server`);
  const image = { ...env, KV_PATH: `${root}/data/oshibase.kv`, KEY_PEPPER: "a".repeat(32) };
  await servesKeys(`${root}/server`, image);
});

/** A task of this folder serves, and another makes keys for it. */
async function servesKeys(cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  await using running = await watchServer(
    command(["task", "--quiet", "serve"], { ...env }, { cwd }),
  );
  assert.equal((await fetch(`${running.base}healthz`)).status, 200);
  const words = ["key", "issue", "--owner", "Sari", "--email", "s@fans.example"];
  const issue = ["task", "--quiet", "admin", ...words, "--plan", "standard", "--json"];
  const issued = await command(issue, { ...env }, { cwd }).output();
  const { secret } = JSON.parse(new TextDecoder().decode(issued.stdout));
  const headers = { "x-api-key": secret };
  await until(async () => {
    const answer = await fetch(`${running.base}api/hanabi/members`, { headers });
    return (await answer.json()).length === 2;
  });
}

/** Runs a line as a container or Deno Deploy does; it has to succeed. */
async function shell(line: string, cwd: string, env: Readonly<Record<string, string>>) {
  const path = `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
  const own = { ...keptEnvironment(), ...env, PATH: path, NO_COLOR: "1" };
  const options = { args: ["-euc", line], cwd, clearEnv: true, env: own };
  const { code, stderr } = await new Deno.Command("sh", options).output();
  assert.equal(code, 0, `${line}: ${new TextDecoder().decode(stderr)}`);
}

/** Starts a server, and asks it with its demo key; a signal to its task ends all of it. */
async function answers(service: OwnService, words: readonly string[], paths: readonly string[]) {
  const { home, env } = service;
  await using server = await watchServer(
    command(["task", "--quiet", ...words], { ...env }, { cwd: home }),
  );
  await until(() => server.demoKey !== undefined);
  for (const path of paths) {
    const answer = await fetch(`${server.base}${path}?apikey=${server.demoKey}`);
    assert.equal(answer.status, 200, path);
    assert.match(await answer.text(), path.endsWith("members") ? /Aya Satu.*Budi Dua/ : /Malam/);
  }
  await server.stop();
  await assert.rejects(fetch(`${server.base}healthz`), "the server has ended with its task");
}

async function savesAreAnswered({ home, env }: OwnService) {
  const dev = command(["task", "--quiet", "dev"], { ...env }, { cwd: home });
  await using server = await watchServer(dev);
  await until(() => server.demoKey !== undefined);
  const path = `${home}/content/hanabi/members/budi-dua.yaml`;
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, `${text}\nhobby: Menari\n`);
  await until(async () => {
    const answer = await fetch(`${server.base}api/hanabi/member/budi-dua?apikey=${server.demoKey}`);
    return (await answer.text()).includes("Menari");
  });
  Deno.writeTextFileSync(path, text);
}
