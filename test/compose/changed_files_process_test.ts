import assert from "node:assert/strict";
import { openFixtureStore } from "../support/server_fixture.ts";
import { addAdmin, issueKey } from "../support/issue.ts";
import { placeBuild } from "../support/built.ts";
import { permissionsOf, type RunningServer, startLine, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until, untilAnswered } from "../support/until.ts";

Deno.test("a server answers as before after all files of the program and of its build changed", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  const env = {
    ...{ CONTENT_DIR: "content", OUT_DIR: `${path}/out`, KV_PATH: `${path}/data/store.kv` },
    ...{ KEY_PEPPER: "a pepper for tests alone", ADMIN_API: "on", METRICS_TOKEN: "m".repeat(16) },
    // Nothing listens there: the platforms are asked in vain.
    ...{ IDN_URL: "http://127.0.0.1:1", SHOWROOM_URL: "http://127.0.0.1:1" },
  };
  await Deno.mkdir(`${path}/data`);
  await placeBuild(env);
  const store = await openFixtureStore(env);
  const key = await issueKey(store, { plan: "enterprise" });
  await addAdmin(store, "root", "good password");
  store.kv.close();
  const credentials = {
    key: { "x-api-key": key.secret },
    admin: { username: "root", password: "good password" },
  };

  await using unchanged = await startServer(env);
  const expected = await askAll(unchanged, credentials);
  assert.deepEqual(failed(expected), []);
  assert.match(expected["/api/admin/keys"]!, /^200 /);
  const copy = `${path}/program`;
  await copyProgram(copy);
  await using server = await startCopy(copy, env);
  await untilIdle(server);
  const other = 'throw new Error("A module of another version was loaded");\n';
  for (const file of filesOf(copy)) await Deno.writeTextFile(file, other);
  await Deno.rename(`${path}/out/site.pack`, `${path}/out/site.before`);
  assert.deepEqual(await askAll(server, credentials), expected);
  assert.doesNotMatch(server.printed.err, /read access|another version|ahead of its first/);
});

/** One endpoint of every module that answers with data. */
const DATA = [
  ...["members", "member-detail?url=dyah-nareswari", "live", "live/stream", "live/upcoming"],
  ...["live/stats", "videos", "recent", "theater", "theater?page=1", "setlists", "news", "events"],
  ...["birthday", "schedule", "releases", "videocall", "chat-stream", "theater.ics"],
  ...["birthdays.ics", "schedule.ics", "news.atom", "news.json"],
].map((path) => `/api/groupa/${path}`).concat(
  ["members", "member/a", "schedule", "news", "releases", "birthdays"].map((path) =>
    `/api/groupb/${path}`
  ),
  ["/v1/birthdays/today", "/v1/birthdays", "/v1/events", "/v1/events/stream", "/v1/key"],
  ["/v1/dataset/groupa.ndjson", "/v1/dataset/groupb.csv?kind=release"],
  ["/api/codes/verify?code=none", "/healthz", "/readyz", "/status"],
);

/** Every endpoint, and what is beside them: the status of each, and the type of its answer. */
async function askAll(
  { base }: RunningServer,
  { key, admin }: Record<"key" | "admin", Record<string, string>>,
): Promise<Record<string, string>> {
  const asked: [path: string, headers?: Record<string, string>][] = [
    ...DATA.map((path): [string, Record<string, string>] => [path, key]),
    ["/"],
    ["/?q=dyah"],
    ["/docs"],
    ["/openapi.json"],
    ["/llms.txt"],
    ["/admin/panel.js"],
    ["/admin"],
    ["/metrics", { authorization: `Bearer ${"m".repeat(16)}` }],
    ["/api/admin/status", admin],
    ["/api/admin/keys", admin],
    ["/api/serambi48/members", key],
    ["/serambi48/theater", key],
    ["/api/check/nonsense"],
    ["/v1/search?q=dyah", key],
    ["/v1/webhooks", key],
    ["/v1/webhooks/none/deliveries", key],
    ["/v1/key/usage", key],
    ["/api/groupa/chat-stream?room_id=1", key],
  ];
  // On a busy machine a server answers 503 until its store does.
  await (await untilAnswered(() => fetch(new URL("/v1/key", base), { headers: key }))).body
    ?.cancel();
  const answers: Record<string, string> = {};
  for (const [path, headers = {}] of asked) {
    const response = await fetch(new URL(path, base), { headers, redirect: "manual" });
    await response.body?.cancel();
    answers[path] = `${response.status} ${response.headers.get("content-type")}`;
  }
  return answers;
}

function failed(answers: Record<string, string>): string[] {
  return Object.entries(answers).filter(([, answer]) => /^5(?!03)/.test(answer)).map(String);
}

async function copyProgram(to: string): Promise<void> {
  await Deno.mkdir(to);
  const args = ["-r", "src", "build", "deno.json", "deno.lock", to];
  assert.ok((await new Deno.Command("cp", { args }).output()).success);
}

/** Starts the program of another folder, with the permissions of the task. */
async function startCopy(folder: string, env: Record<string, string>): Promise<RunningServer> {
  const flags = permissionsOf("serve");
  const words = ["run", "--quiet", "--frozen", ...flags, "src/main.ts"];
  const line = `sh -c 'cd ${folder} && exec ${Deno.execPath()} ${words.join(" ")}'`;
  return await startLine(line, { PORT: "0", DRAIN_MS: "0", ...env });
}

function* filesOf(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesOf(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

/** Ticks of the processor (10 ms) that a server without requests takes in {@linkcode LOOK_MS}. */
const IDLE_TICKS = 3;

/** On a busy machine a process that has work may get no time during one look. */
const IDLE_LOOKS = 2;
const LOOK_MS = 1_000;

/** Waits until a server has nothing to do any more: its process has hardly taken any time for a second. */
async function untilIdle({ process }: RunningServer): Promise<void> {
  let before = -Infinity;
  let idleLooks = 0;
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const stat = await Deno.readTextFile(`/proc/${process.pid}/stat`);
    const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
    const ticks = user! + system! - before;
    before = user! + system!;
    idleLooks = ticks <= IDLE_TICKS ? idleLooks + 1 : 0;
    return idleLooks >= IDLE_LOOKS;
  });
}
