import assert from "node:assert/strict";
import type { AddOn, Opened } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { type Ask, type World, world, type WorldOptions } from "../support/world.ts";

const OPTIONS: WorldOptions = {
  content: "content",
  now: "2026-03-02T12:00:00+07:00",
  isLoading: true,
  // What refuses is looked at here.
  outage: true,
};

const MESSAGE = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
};

/** Paths of add-ons: a root, an endpoint of each kind, an alias of a profile. */
const OF_ADD_ONS: readonly (readonly [path: string, ask?: Ask])[] = [
  ["/mcp", MESSAGE],
  ["/metrics"],
  ["/v1/search?q=a"],
  ["/v1/dataset"],
  ["/api/groupa/schedule.ics"],
  ["/api/groupb/news.atom"],
  ["/api/serambi48/members"],
  ["/serambi48/members"],
  ["/admin", { base: "http://localhost:8000" }],
  ["/"],
];

/** Paths of the core, and paths that nothing has. */
const OF_CORE: readonly (readonly [path: string, status: number])[] = [
  ["/healthz", 200],
  ["/v1/birthdays/upcoming?days=30", 200],
  ["/api/groupa/members", 200],
  ["/api/groupb/members", 200],
  ["/api/codes/verify?code=none", 404],
  ["/api/groupa/nothing", 404],
  ["/nothing", 404],
  ["/a%zz", 400],
];

async function stateOf(work: Response | Promise<Response>): Promise<"answered" | "waits"> {
  const turn = new Promise<"waits">((resolve) => setTimeout(() => resolve("waits"), 200));
  return await Promise.race([Promise.resolve(work).then(() => "answered" as const), turn]);
}

async function readiness(service: World) {
  const response = await service.ask("/readyz");
  return [response.status, (await response.json()).status];
}

Deno.test("paths of the core are answered at once while add-ons are loading", async () => {
  await using service = await world(OPTIONS);
  for (const [path, status] of OF_CORE) {
    assert.equal((await service.ask(path)).status, status, path);
  }
  assert.deepEqual(await readiness(service), [503, "loading"]);
  await service.openAddOns();
  assert.deepEqual(await readiness(service), [200, "ok"]);
  assert.match(await (await service.ask("/")).text(), /type="search"/);
});

Deno.test("a path of an add-on waits while it loads, and is then answered as ever", async () => {
  await using service = await world(OPTIONS);
  const waiting = OF_ADD_ONS.map(([path, ask]) => service.send(path, ask));
  assert.equal(await stateOf(Promise.any(waiting)), "waits");
  await service.openAddOns();
  for (const [n, [path, ask]] of OF_ADD_ONS.entries()) {
    const [first, later] = [await waiting[n]!, await service.ask(path, ask)];
    assert.equal(first.status, path === "/metrics" ? 404 : 200, path);
    assert.equal(later.status, first.status, path);
    await Promise.all([first, later].map((response) => response.body?.cancel()));
  }
});

Deno.test("a request for an add-on that loads for more than a second is refused, and costs nothing", async () => {
  await using service = await world({ ...OPTIONS, plans: "content" });
  const used = async () => (await service.json("/v1/key")).quota?.used;
  const before = await used();
  const waiting = OF_ADD_ONS.map(([path, ask]) => service.send(path, ask));
  await service.pass(999);
  assert.equal(await stateOf(Promise.any(waiting)), "waits");
  await service.pass(1);
  for (const [n, [path]] of OF_ADD_ONS.entries()) {
    const response = await waiting[n]!;
    assert.equal(response.status, 503, path);
    assert.equal(response.headers.get("retry-after"), "1", path);
    assert.ok(response.headers.has("x-request-id"), path);
    const { status, type, message } = await response.json();
    assert.deepEqual([status, type], [false, "TRY_AGAIN"], path);
    assert.match(message, /only just started/);
  }
  assert.equal(await used(), before);
});

Deno.test("the use of a token that was refused meanwhile is on record", async () => {
  await using service = await world(OPTIONS);
  const { id, secret } = await service.issueToken();
  const refused = service.send("/v1/search?q=a", { key: null, token: secret });
  await service.pass(1_000);
  assert.equal((await refused).status, 503);
  const uses: { token_id: string; status: number }[] = await service.told(["audit", "tail"]);
  assert.deepEqual(uses.filter((use) => use.token_id === id).map(({ status }) => status), [503]);
});

Deno.test("requests of the first second are logged, without a key that was in a path", async () => {
  const lines: string[] = [];
  const writeLines = (text: string) => Promise.resolve(void lines.push(text));
  let service: World;
  {
    await using opened = service = await world({
      ...OPTIONS,
      env: { ACCESS_LOG: "on", LOG: "json" },
      options: { writeLines },
    });
    const check = `/api/check/${service.key}`;
    const late = service.send(check, { key: null });
    await service.pass(1_000);
    assert.equal((await late).status, 503);
    const checked = service.send(check, { key: null });
    assert.equal((await service.ask(`/nothing/${service.key}`)).status, 404);
    assert.equal(await stateOf(checked), "waits");
    await opened.openAddOns();
    const response = await checked;
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  const requests = lines.join("").trim().split("\n").map((line) => JSON.parse(line).fields);
  assert.deepEqual(requests.map(({ path, status }) => [path, status]).sort(), [
    ["*", 404],
    ["*", 503],
    ["/v1/key", 200],
  ]);
  for (const line of [...lines, ...service.log.lines]) assert.ok(!line.includes(service.key));
});

Deno.test("add-ons are opened one after the other, and closed", async () => {
  const steps: string[] = [];
  const named = (name: string): AddOn => ({
    name,
    async open(): Promise<Opened> {
      steps.push(`opens ${name}`);
      await Promise.resolve();
      steps.push(`opened ${name}`);
      return { quiet: () => void steps.push("quiet"), close: () => void steps.push("closed") };
    },
  });
  {
    const addOns = [...ADDONS, named("a"), named("b")];
    await using service = await world({ ...OPTIONS, options: { addOns } });
    assert.deepEqual(steps, []);
    await Promise.all([service.openAddOns(), service.openAddOns()]);
  }
  const opened = ["a", "b"].flatMap((name) => [`opens ${name}`, `opened ${name}`]);
  assert.deepEqual(steps, [...opened, "quiet", "quiet", "closed", "closed"]);
});

Deno.test("an add-on that cannot be opened is named, and its paths are not answered", async () => {
  const broken: AddOn = { name: "broken", open: () => Promise.reject(new Error("no such word")) };
  await using service = await world({ ...OPTIONS, options: { addOns: [...ADDONS, broken] } });
  await assert.rejects(service.openAddOns(), {
    name: "StartError",
    message: 'Cannot open the add-on "broken": no such word',
  });
  assert.deepEqual(await readiness(service), [503, "loading"]);
});

Deno.test("what an add-on fails at is logged with its name, and keeps nobody else from the same", async () => {
  const steps: string[] = [];
  const fail = (what: string) => Promise.reject(new Error(`cannot ${what}`));
  const failing: AddOn = {
    name: "failing",
    claims() {
      throw new Error("cannot claim");
    },
    open(core): Promise<Opened> {
      core.later(fail("send a letter"));
      const throwing = (what: string) => () => {
        throw new Error(`cannot ${what}`);
      };
      return Promise.resolve({
        ...{ onContent: () => fail("read content"), wake: throwing("wake") },
        ...{ onAnswer: throwing("note"), headers: throwing("add headers") },
        endpoints: throwing("list addresses"),
        ...{ quiet: () => fail("be quiet"), close: () => fail("close") },
      });
    },
  };
  const steady: AddOn = {
    name: "steady",
    open: () =>
      Promise.resolve({
        onContent: () => void steps.push("content"),
        quiet: () => void steps.push("quiet"),
        close: () => void steps.push("closed"),
      }),
  };
  let log: World["log"] | undefined;
  // A world whose program has logged an error is none at the end.
  await assert.rejects(async () => {
    const addOns = [...ADDONS, failing, steady];
    await using service = await world({ ...OPTIONS, isLoading: false, options: { addOns } });
    log = service.log;
    await service.announce();
    assert.equal((await service.ask("/v1/birthdays/upcoming?days=3")).status, 200);
    await service.pass(60_000);
  }, /An add-on has failed/);
  const { lines } = log!;
  assert.deepEqual(steps, ["content", "quiet", "closed"]);
  const asked = ["claim", "add headers", "note", "list addresses"];
  for (const what of ["send a letter", "read content", "be quiet", "close", ...asked]) {
    assert.ok(lines.some((line) => line.includes(`cannot ${what}`)), what);
  }
});

Deno.test("settings of an add-on that do not go together are refused before anything is opened", async () => {
  const picky: AddOn = {
    name: "picky",
    checkSettings: ({ LIVE }) => {
      if (!LIVE) throw new StartError("Cannot be picky without LIVE");
    },
  };
  const options = { addOns: [...ADDONS, picky] };
  await assert.rejects(world({ ...OPTIONS, options }), { message: "Cannot be picky without LIVE" });
});

const SECRET = "wHkS3cr3t-never-in-a-message";
const SINK = "https://sink.example/hook";

/** The variable that is named, and what is set. */
Deno.test.each<[string, Record<string, string>]>([
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `discord.example/${SECRET}` }],
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `ftp://discord.example/${SECRET}` }],
  ["AUDIT_SINK_URL", { AUDIT_SINK_URL: SECRET, AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK, AUDIT_SINK_SECRET: `${SECRET} !` }],
  ["AUDIT_RETENTION_DAYS", { AUDIT_RETENTION_DAYS: "0" }],
])("a wrong %s is named before anything is opened, and not repeated", async (name, env) => {
  await assert.rejects(world({ ...OPTIONS, env }), ({ message }: Error) => {
    assert.match(message, new RegExp(`^Cannot use ${name}: \\S`));
    return !message.includes(SECRET);
  });
});
