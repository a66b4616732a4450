import assert from "node:assert/strict";
import { exists } from "../../build/read/there.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { startPackagedSmtp } from "../support/packaged_smtp.ts";
import { findPostgres, startPostgres } from "../support/postgres_server.ts";
import { command, type RunningServer, watchServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Nothing listens there: a registry that cannot be reached. */
const NO_REGISTRY = {
  NPM_CONFIG_REGISTRY: "http://127.0.0.1:1",
  npm_config_registry: "http://127.0.0.1:1",
};

const PATH = "api/groupb/members";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** The folder of the bundled server, which no test changes. */
let home: string;

Deno.test.beforeAll(async () => {
  folder = await temporaryFolder();
  home = `${await Deno.realPath(folder.path)}/server`;
  const env = { OUT_DIR: `${folder.path}/out` };
  const words = ["task", "--quiet", "bundle", home];
  const { success, stderr } = await command(words, env).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test.afterAll(async () => await folder?.[Symbol.asyncDispose]());

/** A place with a store of its own and an empty cache, from which no package can be fetched. */
function placeOf(name: string): Record<string, string> {
  return {
    ...NO_REGISTRY,
    ...{ LIVE: "off", PORT: "0", DRAIN_MS: "0", KEY_PEPPER: "a".repeat(32) },
    DENO_DIR: `${folder.path}/${name}/cache`,
    KV_PATH: `${folder.path}/${name}/data/oshibase.kv`,
  };
}

async function run(words: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await command(words, env, { cwd: home }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

async function admin(env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await run(
    ["task", "--quiet", "admin", ...words, "--json"],
    env,
  );
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function issueKey(env: Record<string, string>): Promise<string> {
  const owner = ["--owner", "Sari", "--email", "s@fans.example", "--ip", "127.0.0.1"];
  return (await admin(env, "key", "issue", ...owner, "--plan", "standard")).secret;
}

function serve(env: Record<string, string>): Promise<RunningServer> {
  return watchServer(command(["task", "--quiet", "serve"], env, { cwd: home }));
}

/** A key opens what it should, and a wrong one nothing. */
async function assertAnswers({ base }: RunningServer, key: string): Promise<void> {
  const ask = (secret: string) => fetch(`${base}${PATH}`, { headers: { "x-api-key": secret } });
  await until(async () => {
    const answer = await ask(key);
    const text = await answer.text();
    return answer.status === 200 && text.includes("dania-irdina");
  });
  const refused = await ask("J-osb_wrong");
  assert.equal(refused.status, 403);
  assert.equal((await refused.json()).type, "INVALID_CREDENTIALS");
}

Deno.test("a bundle serves with an empty cache and no registry", async () => {
  const env = placeOf("one");
  await using server = await serve(env);
  const key = await issueKey(env);
  await assertAnswers(server, key);
  const headers = { "x-api-key": key };
  const pages = ["", "?q=dania", "docs", "docs/libraries", "admin/login", "llms.txt", "status"];
  const files = ["openapi.json", "v1/dataset/groupb.csv?kind=show"];
  for (const path of [...pages, ...files]) {
    const answer = await fetch(`${server.base}${path}`, { headers });
    assert.equal(answer.status, 200, path);
    assert.ok((await answer.bytes()).length > 100, path);
  }
  const mcp = await fetch(`${server.base}mcp`, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert.match(await mcp.text(), /"name":"search"/);
  assert.doesNotMatch(server.printed.err, / error |Uncaught|ahead of its first/);
});

Deno.test("a bundle sends letters", async () => {
  await using mail = await startPackagedSmtp();
  const env = { ...placeOf("mail"), SMTP_URL: mail.url, MAIL_FROM: "desk@fans.example" };
  const applicant = ["--organization", "Fans", "--name", "Budi", "--email", "b@fans.example"];
  const { id } = await admin(env, "token", "apply", ...applicant, "--new-store");
  await admin(env, "token", "review", id, "--approve");
  await until(() => mail.letters.some((letter) => letter.includes("b@fans.example")));
});

const postgres = findPostgres();

Deno.test({
  name: "a bundle opens a store in Postgres",
  ignore: ignoredWithout("postgres", postgres !== undefined),
  async fn() {
    await using cluster = await startPostgres(postgres!, { isDurable: false });
    const env = { ...placeOf("postgres"), KV_PATH: await cluster.createDatabase() };
    await using server = await serve(env);
    await assertAnswers(server, await issueKey(env));
  },
});

Deno.test("the trace of an error in a bundle names the line of the source", async () => {
  const { code, stderr } = await run(["run", "--no-prompt", "src/main.ts"], placeOf("trace"));
  assert.equal(code, 1);
  const [, source, line] = /NotCapable[^]*?\/server\/(src\/\S+\.ts):(\d+):\d+/.exec(stderr) ?? [];
  assert.ok(source !== undefined, stderr);
  const text = Deno.readTextFileSync(source).split("\n")[Number(line) - 1]!;
  assert.match(text, /Deno\.env\.get/, `${source}:${line}`);
});

Deno.test("a bundle needs no other file, and has the licence of each package in it", () => {
  assert.deepEqual(
    [...Deno.readDirSync(home)].map(({ name }) => name).sort(),
    ["LICENSE", "NOTICE", "build", "deno.json", "src"],
  );
  const { imports, tasks } = JSON.parse(Deno.readTextFileSync(`${home}/deno.json`));
  assert.deepEqual([imports, Object.keys(tasks)], [undefined, ["serve", "admin"]]);
  const paths = [...filesOf(`${home}/src`)];
  const modules = paths.filter((path) => path.endsWith(".js"));
  const named = modules.flatMap((path) =>
    [
      ...Deno.readTextFileSync(path).matchAll(
        /^(?:import|\} from) "([^"]+)";$|\bimport\("([^"]+)"\)/gm,
      ),
    ].map(([, one, other]) => one ?? other!)
  );
  assert.ok(named.length > 200);
  assert.deepEqual(named.filter((name) => !/^(?:\.\.?\/|node:)/.test(name)), []);

  const sources = paths.filter((path) => path.endsWith(".map")).flatMap((path): string[] => {
    const { sources } = JSON.parse(Deno.readTextFileSync(path));
    return sources;
  }).map((source) => source.replace(/^(?:\.\.\/)+/, ""));
  assert.ok(sources.includes("src/main.ts"));
  assert.deepEqual(sources.filter((path) => path.startsWith("src/") && !exists(path)), []);
  const inBundle = sources.filter((path) => !path.startsWith("src/"))
    .map((path) => /^(?:@[^/]+\/)?[^/]+@[^/]+(?=\/)/.exec(path)![0]);
  const packages = [...new Set(inBundle)].sort();
  assert.deepEqual(
    packages.map((name) => name.replace(/@[^@]+$/, "")),
    ["nodemailer", "postgres", "temporal-polyfill", "temporal-utils", "zod"],
  );
  const [, ...notices] = Deno.readTextFileSync(`${home}/NOTICE`).split(`${"-".repeat(80)}\n`);
  assert.deepEqual(notices.map((notice) => notice.split("\n")[0]), packages);
  for (const notice of notices) {
    assert.match(notice, /Copyright \(c\)[^]*Permission is hereby granted|^Licence: Unlicense$/m);
  }
});

function* filesOf(path: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    if (isDirectory) yield* filesOf(`${path}/${name}`);
    else yield `${path}/${name}`;
  }
}

Deno.test("without esbuild the task names the remedy, and leaves no part of a server", async () => {
  const cache = await cacheWithoutEsbuild();
  const to = `${folder.path}/none`;
  const env = { OUT_DIR: `${folder.path}/out`, DENO_DIR: cache, ...NO_REGISTRY };
  const words = ["run", "--quiet", "--allow-all", "build/service/bundle.ts", to];
  const { code, stderr } = await command(words, env).output();
  const said = new TextDecoder().decode(stderr);
  assert.equal(code, 1);
  assert.match(said, /^Cannot write a server into .*none: deno bundle failed: .*esbuild/);
  assert.match(said, /\nIt fetches esbuild .* NPM_CONFIG_REGISTRY\n$/);
  assert.ok(!exists(to) || [...Deno.readDirSync(to)].length === 0);
});

/** Has the packages of this machine but esbuild's. */
async function cacheWithoutEsbuild(): Promise<string> {
  const { stdout } = await command(["info", "--json"], {}).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout));
  const cache = `${folder.path}/without_esbuild`;
  for (const { name: registry } of Deno.readDirSync(npmCache)) {
    if (!Deno.statSync(`${npmCache}/${registry}`).isDirectory) continue;
    Deno.mkdirSync(`${cache}/npm/${registry}`, { recursive: true });
    for (const { name } of Deno.readDirSync(`${npmCache}/${registry}`)) {
      if (name === "@esbuild") continue;
      Deno.symlinkSync(`${npmCache}/${registry}/${name}`, `${cache}/npm/${registry}/${name}`);
    }
  }
  return cache;
}
