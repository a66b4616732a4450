import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { startBrowser } from "../pages/browser.ts";
import { loseConnections } from "./lossy_service.ts";
import { isInstalled } from "../support/is_installed.ts";
import { writePackage } from "./package.ts";

/** The runtimes that the client is for; those that have to be fetched where somebody has time. */
const RUNTIMES: readonly (readonly string[])[] = [
  [Deno.execPath(), "run", "--no-config", "--allow-net=127.0.0.1", "--allow-read"],
  ...(await isInstalled("node") ? [["node"]] : []),
  ...(sizeOf({ default: 0, full: 10 }) > 0
    ? [["npx", "-y", "node@20"], ["npx", "-y", "node@22"]]
    : []),
];

Deno.test("the client asks, waits, pages, follows and tells refusals alike in Deno, Node and a browser", async () => {
  await using folder = await temporaryFolder();
  writePackage(folder.path);
  const env = {
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/store/oshibase.kv`,
    LIVE: "off",
  };
  await placeBuild(env);
  await using server = await startServer(env);
  const tours = [
    ...RUNTIMES.map((runtime) => (words: readonly string[]) =>
      runTour(runtime, [`file://${folder.path}/index.js`, ...words])
    ),
    (words: readonly string[]) => tourInBrowser(folder.path, words),
  ];
  await Promise.all(tours.map(async (tour) => {
    await using lossy = loseConnections(...Array(20).fill(["answer", "half"]).flat());
    const keys = [await issueKey("enterprise"), await issueKey("standard")];
    assertSeen(await tour([server.base, ...keys, lossy.baseUrl]));
    assert.deepEqual(lossy.requests.map((one) => one.slice(2)), Array(5).fill("GET"));
  }));

  async function issueKey(plan: string): Promise<string> {
    const words = [...ISSUE.map((word) => word === "standard" ? plan : word), "--ip", "127.0.0.1"];
    const { secret } = await adminJson<{ secret: string }>(env, ...words);
    const headers = { "x-api-key": secret };
    await until(async () => {
      const response = await fetch(`${server.base}v1/key`, { headers });
      await response.body?.cancel();
      return response.ok;
    });
    return secret;
  }
});

async function runTour([program, ...flags]: readonly string[], words: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: [...flags, new URL("tour_main.mjs", import.meta.url).pathname, ...words],
    // A tour that waits for ever fails in a minute, and says so.
    signal: AbortSignal.timeout(60_000),
  }).output();
  assert.equal(code, 0, `${program} ${flags}: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Takes the tour in a page of another origin than the service's, as browsers' rules have it. */
async function tourInBrowser(folder: string, words: readonly string[]) {
  const files: Readonly<Record<string, [path: string, type: string]>> = {
    "/index.js": [`${folder}/index.js`, "text/javascript"],
    "/tour.mjs": [new URL("tour.mjs", import.meta.url).pathname, "text/javascript"],
  };
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const [path, type] = files[new URL(url).pathname] ?? [];
    if (path === undefined) return new Response("", { headers: { "content-type": "text/html" } });
    return new Response(Deno.readTextFileSync(path), { headers: { "content-type": type! } });
  });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.addr.port}/`);
    const call = `tour("/index.js", ...${JSON.stringify(words)})`;
    return JSON.parse(
      await page.evaluate(`import("/tour.mjs").then(({ tour }) => ${call}).then(JSON.stringify)`),
    );
  } finally {
    await browser.close();
  }
}

function assertSeen(seen: Awaited<ReturnType<typeof runTour>>): void {
  assert.ok(seen.members.length > 0);
  assert.ok(seen.members.every(({ status }: { status: string }) => status === "active"));
  assert.deepEqual(seen.again, seen.members);
  assert.deepEqual(seen.statuses, [200, 304]);
  assert.deepEqual(seen.families, ["bare", "wrapped"]);
  const [first, second] = seen.infos;
  assert.deepEqual([first.status, second.status], seen.statuses);
  assert.ok(first.requestId.length > 5 && second.requestId !== first.requestId);
  assert.equal(first.rateLimit.limit, 20_000_000);
  assert.ok(first.rateLimit.remaining < first.rateLimit.limit && first.rateLimit.resetSeconds > 0);
  assert.deepEqual(seen.lossy, Array(3).fill({ name: "Ani" }));
  assert.equal(seen.schedule.success, true);
  assert.equal(seen.schedule.total, seen.schedule.data.length);
  assert.equal(seen.birthdays.timezone, "Asia/Tokyo");
  assert.equal(seen.key.plan, "enterprise");
  assert.equal(seen.detail.name, seen.members[0].name);

  assert.ok(seen.pages.length > 1);
  assert.deepEqual(seen.pages.flat(), seen.shows);
  assert.ok(seen.wrappedPages > 1);
  assert.equal(seen.told.event, "snapshot");
  assert.deepEqual(seen.told.data, []);
  assert.equal(seen.aborted, "Error: left after snapshot");

  const { bare, v1, parameter, item, group, empty, wrongFamily, wrongEndpoint } = seen.refusals;
  assert.match(wrongFamily, /^TypeError: Cannot ask by bare\("groupb"\)/);
  assert.match(wrongEndpoint, /^TypeError: Cannot ask by wrapped\("groupa"\)/);
  assert.ok(item.requestId.length > 5 && item.rateLimit.remaining > 0);
  assert.deepEqual([bare.status, bare.type], [403, "INVALID_CREDENTIALS"]);
  assert.deepEqual([v1.status, v1.type], [403, "INVALID_CREDENTIALS"]);
  assert.deepEqual([parameter.status, parameter.type], [400, "INVALID_PARAMETER"]);
  assert.match(parameter.hint, /^days takes a whole number from 1 to 366/);
  assert.deepEqual([item.status, item.type], [404, "NOT_FOUND"]);
  assert.match(group, /^TypeError: Cannot ask/);
  assert.match(empty, /^TypeError: Cannot ask/);

  assert.equal(seen.answered, 50);
  assert.deepEqual([seen.hasty.status, seen.hasty.type], [429, "RATE_LIMITED"]);
  assert.ok(seen.hasty.retryAfter >= 1);
}
