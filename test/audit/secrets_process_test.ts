import assert from "node:assert/strict";
import { admin } from "../support/admin.ts";
import { createTokenFixture, type TokenFixture } from "./token_fixture.ts";
import { command, type RunningServer, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const WEBHOOK_SECRET = "wHkS3cr3t-never-in-a-log";
const PASSWORD = "an administrator's own password";

/** A chat that repeats, in whatever it answers, what it was asked. */
function createEcho() {
  let status = 500;
  let posts = 0;
  const bodies: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    posts++;
    bodies.push(await request.text());
    const headers = status < 400 && status >= 300 ? { location: request.url } : {};
    const message = `Cannot POST ${request.url} as ${WEBHOOK_SECRET}`;
    return Response.json({ message, code: message, errors: message }, { status, headers });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/api/webhooks/1234/${WEBHOOK_SECRET}`,
    bodies,
    async answers(next: number) {
      status = next;
      const before = posts;
      await until(() => posts > before);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Brings every credential at once; none of it may be seen again. */
async function bringEverything({ base }: RunningServer, { token, key }: TokenFixture) {
  const headers = {
    ...{ "x-priority-token": token.secret, "x-api-key": key, username: "root", password: PASSWORD },
  };
  const ask = async (path: string) => await (await fetch(`${base}${path}`, { headers })).text();
  const paths = [`api/kembang/member/${token.secret}`, "api/melati/members", "api/admin/status"];
  return (await Promise.all([...paths, "status"].map(ask))).join("\n");
}

function everythingIn(folder: string): string {
  const decoder = new TextDecoder("latin1");
  const files = [...Deno.readDirSync(folder)].filter(({ name }) => !name.endsWith(".pepper"));
  const texts = files.map(({ name }) => decoder.decode(Deno.readFileSync(`${folder}/${name}`)));
  assert.ok(files.some(({ name }) => name.endsWith("-wal")), "no log of the store to look into");
  return texts.join("\n");
}

Deno.test("no credential and no webhook address is in the store, its log, answers, printed lines or the chat", async () => {
  await using fixture = await createTokenFixture();
  await using echo = createEcho();
  const env = {
    ...fixture.env,
    AUDIT_WEBHOOK_URL: echo.url,
    ADMIN_USERNAME: "root",
    ADMIN_PASSWORD: PASSWORD,
  };
  await using server = await startServer(env);
  let seen = await bringEverything(server, fixture);
  await echo.answers(500);
  await echo.answers(307);
  await echo.answers(400);
  await until(() => server.printed.err.includes("no longer sent"));
  seen += await bringEverything(server, fixture);
  seen += everythingIn(`${fixture.path}/data`);
  for (const verb of ["tail", "export"]) {
    const { code, out, err } = await admin(env, "audit", verb);
    assert.equal(code, 0, err);
    seen += out + err;
  }
  await server.stop();
  const { out, err } = server.printed;
  const chat = echo.bodies.join("\n");
  assert.match(err, /Cannot send uses .*status 500[^]*no longer sent.*status 400/);
  assert.ok((await fixture.uses()).length > 0);

  const secrets = [fixture.token.secret.slice(4), fixture.key.slice(4), PASSWORD];
  for (const canary of [...secrets, encodeURIComponent(PASSWORD)]) {
    for (const text of [seen, out, err, chat]) assert.ok(!text.includes(canary), canary);
  }
  for (const canary of [WEBHOOK_SECRET, "/webhooks/"]) {
    for (const text of [seen, out, err]) assert.ok(!text.includes(canary), canary);
  }
});

const SINK = "https://sink.example/hook";

/** The variable that is named, and what is set. */
Deno.test.each<[string, Record<string, string>]>([
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `discord.example/${WEBHOOK_SECRET}` }],
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `ftp://discord.example/${WEBHOOK_SECRET}` }],
  ["AUDIT_SINK_URL", { AUDIT_SINK_URL: WEBHOOK_SECRET, AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK, AUDIT_SINK_SECRET: `${WEBHOOK_SECRET} !` }],
  ["AUDIT_RETENTION_DAYS", { AUDIT_RETENTION_DAYS: "0" }],
])("a wrong %s stops the start, which names it and repeats nothing", async (name, wrong) => {
  await using fixture = await createTokenFixture();
  const env = { ...fixture.env, ...wrong, PORT: "0" };
  const { code, stdout, stderr } = await command(["run", "-A", "src/main.ts"], env).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 1);
  assert.equal(out, "");
  assert.match(err!, new RegExp(`^Cannot use ${name}: \\S`));
  assert.ok(!err!.includes(WEBHOOK_SECRET) && !err!.includes("at file:"), err);
});
