import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { runTask } from "../support/command.ts";
import { createFixture } from "../support/fixture.ts";
import { startLine } from "../support/server.ts";
import { until } from "../support/until.ts";

Deno.test("serve builds nothing: without a pack it says what to do", async () => {
  await using at = await createFixture({ CONTENT_DIR: "content", PORT: "0" });
  await Deno.remove(at.env.OUT_DIR!, { recursive: true });
  const { code, stdout, stderr } = await runTask("serve", at.env);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /run `deno task build` first/);
});

Deno.test("the printed command line serves, with the permissions it names and no others", async () => {
  const asked: string[] = [];
  await using platforms = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      asked.push(new URL(request.url).pathname);
      return Response.json({ data: [], onlives: [] });
    },
  );
  const url = `http://127.0.0.1:${platforms.addr.port}`;
  await using at = await createFixture({
    ...{ PORT: "0", DRAIN_MS: "0", LIVE_INTERVAL_MS: "1000", CONTENT_DIR: "nowhere" },
    ...{ IDN_URL: url, SHOWROOM_URL: url, YOUTUBE_URL: url, YOUTUBE_FEED_URL: `${url}/feed` },
    IDN_CHAT_URL: "wss://chat.example/",
    ...{ WEBHOOK_ALLOW: "192.0.2.0/24,fd00::/8,fd00::1", SMTP_URL: "smtp://mail.example" },
    ...{
      AUDIT_SINK_URL: "https://sink.example/hook",
      AUDIT_SINK_SECRET: `whsec_${btoa("s".repeat(24))}`,
    },
  });
  const { code, stdout, stderr } = await runTask("serve", at.env, ["--print"]);
  assert.equal(code, 0, stderr);
  const line = stdout.trim();
  assert.ok(!line.includes("\n"));
  const flags = line.replaceAll("'", "").split(" ").filter((word) => word.startsWith("--allow"));
  const [env, ...others] = flags;
  assert.match(env!, /^--allow-env=PORT,/);
  const [door, platform] = ["127.0.0.1:0", url.slice(7)];
  const hosts = [door, platform, "chat.example:443", "sink.example:443", "mail.example:587"];
  assert.deepEqual(others, [
    "--allow-sys",
    `--allow-net=${[...hosts, "192.0.2.0/24", "[fd00::1]"].join()}`,
    `--allow-read=${at.env.OUT_DIR},${at.path}/data`,
    `--allow-write=${at.path}/data`,
  ]);
  assert.match(stderr, /webhooks.*--allow-net in place of --allow-net=127/);
  await using server = await startLine(line, at.env);
  await until(() => server.demoKey !== undefined);
  const live = `${server.base}api/groupa/live?apikey=${server.demoKey}`;
  await until(async () => {
    const response = await fetch(live);
    assert.equal(response.status, 200);
    await response.body?.cancel();
    return asked.length > 0;
  });
  const { id } = await adminJson<{ id: string }>(at.env, ...ISSUE);
  assert.match(id, /^k_/);
  await server.stop();
  assert.equal((await server.process.status).code, 0);
  assert.doesNotMatch(server.printed.err, /NotCapable|Requires|at file:/);
});
