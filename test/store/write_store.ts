/**
 * Writes a store as the program of today does, with entries of all kinds that can be had within a
 * minute, and what the program says of it: `deno run -A test/store/write_store.ts <name>` makes
 * `test/fixtures/stores/<name>.kv` and `<name>.json`. Run it before values of the store get new fields,
 * and name it after the commit.
 */
import { cp } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { createPanelBrowser } from "../support/panel_browser.ts";
import { adminJson, adminWithInput } from "../support/admin.ts";
import { PEPPER } from "../support/credential_stores.ts";
import { startFakePlatforms } from "../../build/demo/server.ts";
import { fillScene, ON_AIR } from "../support/live_program.ts";
import { buildContent, type RunningServer, startServer } from "../support/server.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { askedPaths, type Today } from "./today_store.ts";

const [name] = Deno.args;
if (name === undefined) throw new TypeError("Expected a name for the fixture");
const PASSWORD = "a long password of Sari";
const FAR = Date.parse("2200-01-01T00:00:00Z");

await using folder = await temporaryFolder();
await using mail = startSmtpServer();
await using listener = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, listen);
const platforms = await startFakePlatforms();
const heard = `http://127.0.0.1:${listener.addr.port}`;
const { path } = folder;
const env = {
  ...{ CONTENT_DIR: `${path}/content`, OUT_DIR: `${path}/out`, KV_PATH: `${path}/data/store.kv` },
  ...{
    KEY_PEPPER: PEPPER,
    ADMIN_API: "on",
    LIVE_INTERVAL_MS: "1000",
    WEBHOOK_ALLOW: "127.0.0.0/8",
  },
  ...{ IDN_URL: platforms.url, SHOWROOM_URL: platforms.url, YOUTUBE_URL: platforms.url },
  ...{
    YOUTUBE_FEED_URL: `${platforms.url}/feeds/videos.xml`,
    YOUTUBE_API_KEY: "a",
    IDN_API_KEY: "b",
  },
  ...{ SMTP_URL: mail.url, MAIL_FROM: "oshibase@oshibase.example" },
  ...{ ALERT_WEBHOOK_URL: `${heard}/alerts`, ALERT_CONTENT_AGE_DAYS: "1" },
  ...{ AUDIT_WEBHOOK_URL: `${heard}/audit`, AUDIT_SINK_URL: `${heard}/sink` },
  AUDIT_SINK_SECRET: `whsec_${btoa("a sink's own secret, 24 bytes or more")}`,
};
const told: string[] = [];

/** Takes what is told: alerts, the audit, webhooks of both formats. */
async function listen(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  told.push(`${request.method} ${pathname.split("/")[1]} ${await request.text()}`);
  return Response.json({ id: "77", type: 1, token: "t" });
}

async function writeContent(change: (text: string) => string): Promise<void> {
  const member = `${env.CONTENT_DIR}/kota/members/ani-sari.yaml`;
  await Deno.writeTextFile(member, change(await Deno.readTextFile(member)));
  const { success, stderr } = await buildContent(env);
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

const run = (...words: string[]) => adminJson<{ id: string; secret: string }>(env, ...words);
const issue = (owner: string, plan: string) =>
  run(
    ...["key", "issue", "--owner", owner, "--email", `${owner}@fans.example`, "--plan", plan],
    ...["--ip", "127.0.0.0/8"],
  );

async function ask(
  { base }: RunningServer,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) {
  const json = body === undefined ? {} : {
    method: "POST",
    body: JSON.stringify(body),
  };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(base + path, { ...json, headers: { ...headers, ...type } });
  return { status: response.status, body: await response.json() };
}

await cp(ON_AIR, env.CONTENT_DIR, { recursive: true });
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10);
await writeContent((text) =>
  `${text}birth_date: 2004-${today}
`
);
const stamp = JSON.parse(await Deno.readTextFile(`${env.OUT_DIR}/build.json`));
const longAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
await Deno.writeTextFile(
  `${env.OUT_DIR}/build.json`,
  JSON.stringify({ ...stamp, built_at: longAgo }),
);

const keys = {
  free: await issue("free", "free"),
  tiny: await issue("tiny", "tiny"),
  wide: await issue("wide", "wide"),
  revoked: await issue("revoked", "wide"),
  rotated: await issue("rotated", "wide"),
};
await run("key", "revoke", keys.revoked.id);
const rotated = await run("key", "rotate", keys.rotated.id);
await run("key", "credit", keys.wide.id, "7");
const apply = async (organization: string) =>
  await run(
    ...["token", "apply", "--organization", organization, "--name", "Budi"],
    ...["--email", "budi@fans.example"],
  );
const token = await run("token", "review", (await apply("Satu")).id, "--approve");
await apply("Dua");
await adminWithInput(env, `${PASSWORD}\n`, "user", "add", "sari");
const code = await run("code", "issue", "--uses", "9");
await run("code", "use", code.id);
const feed = await run("feed", "issue", keys.free.id);

let server = await startServer(env);
const FREE = { "x-api-key": keys.free.secret };
const status = async (path: string, headers: Record<string, string>) =>
  (await ask(server, path, headers)).status;
for (let n = 0; n < 12; n++) await status("api/kota/members", { "x-api-key": keys.wide.secret });
for (let n = 0; n < 4; n++) await status("api/kota/members", { "x-api-key": keys.tiny.secret });
for (let n = 0; n < 5; n++) await status("api/kota/members", { "x-priority-token": token.secret });
const types = ["live.started", "live.ended", "content.changed", "birthday.today"];
const filters = { types, groups: [], members: [] };
const hook = { url: `${heard}/hook`, format: "standard", ...filters };
const chat = { url: `${heard}/chat`, format: "discord", ...filters };
const webhook = (await ask(server, "v1/webhooks", FREE, hook)).body.id;
await ask(server, "v1/webhooks", FREE, chat);
await ask(server, `v1/webhooks/${webhook}/test`, FREE, {});
fillScene(platforms.scene);
const alive = () => status("api/kota/live", FREE);
const hasTold = (start: string, part = "") =>
  told.some((text) => text.startsWith(start) && text.includes(part));
await until(async () =>
  await alive() === 200 && hasTold("POST hook", "ani-talks") && hasTold("POST chat", "ani-talks")
);
platforms.scene.idn = platforms.scene.idn.slice(1);
await until(async () => {
  await alive();
  return ((await ask(server, "api/kota/recent", FREE)).body as unknown[]).length > 0;
});
const isWrittenTo = (address: string) => mail.mails.some(({ to }) => to.includes(address));
const browser = createPanelBrowser((path, init) => fetch(server.base + path.slice(1), init), {
  headers: { host: new URL(server.base).host },
});
await browser.logIn("sari", PASSWORD);
await browser.post(
  "/admin/keys/issue",
  { owner: "Panel", email: "panel@fans.example", plan: "free", group: "", ip: "", expires: "" },
  { from: "/admin/keys/issue" },
);
await browser.post("/admin/logout", {}, { from: "/admin" });
await until(() => isWrittenTo("tiny@fans.example") && hasTold("POST alerts"), 150_000);
await server.stop();
await writeContent((text) => text.replace(/^(name: .*)$/m, "$1\nhobby: Kites"));
server = await startServer(env);
await until(async () =>
  (await ask(server, `v1/changes?since=${stamp.build}`, FREE)).body.total > 0 &&
  hasTold("POST hook", "content.changed")
);
await until(() => hasTold("POST sink") && hasTold("POST audit"));
await new Promise((resolve) => setTimeout(resolve, 3000));
await server.stop();

// What is left to be told stays so: nobody hears any more.
const secrets = { ...keys, rotated, token, code, feed };
const quiet = { ...env, LIVE: "off", SMTP_URL: "", ALERT_WEBHOOK_URL: "", AUDIT_WEBHOOK_URL: "" };
server = await startServer({ ...quiet, AUDIT_SINK_URL: "", AUDIT_SINK_SECRET: "" });
const answers: Record<string, { status: number; body: unknown }> = {};
for (const path of askedPaths(webhook, stamp.build)) {
  answers[path] = await ask(server, path, { ...FREE, username: "sari", password: PASSWORD });
}
await server.stop();
const text: Today = {
  at: Date.now(),
  password: PASSWORD,
  secrets,
  webhook,
  since: stamp.build,
  answers,
};
await Deno.writeTextFile(
  `test/fixtures/stores/${name}.json`,
  JSON.stringify(text, null, 2) + "\n",
);
const database = new DatabaseSync(env.KV_PATH);
database.exec(`UPDATE kv SET expiration_ms = ${FAR} WHERE expiration_ms > 0`);
database.exec("PRAGMA journal_mode=DELETE; VACUUM");
database.close();
await Deno.copyFile(env.KV_PATH, `test/fixtures/stores/${name}.kv`);
await platforms.close();
console.log(`Wrote test/fixtures/stores/${name}.kv; ${told.length} messages were told`);
Deno.exit();
