import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { systemClock } from "../support/opening.ts";
import { createFakeDiscord } from "../audit/fake_discord.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { AMPLE, dayPlan } from "../support/small_content.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { type SocketCall, socketCall } from "../contract/socket_call.ts";
import { until } from "../support/until.ts";

const PASSWORD = "canary-password-3f9c1e77";
const PEPPER = "canary-pepper-77aa0d3c52";
const PROXY = "127.9.0.1";

/** A secret, and in how many places it may be found: where it was shown, and in its letter. */
interface Canary {
  readonly name: string;
  readonly secret: string;
  readonly shown: number;
}

interface Issued {
  readonly id: string;
  readonly secret: string;
}

interface Pair {
  readonly username: string;
  readonly password: string;
}

/** Every text that came out of the program, by where. */
type Haystack = [where: string, text: string][];

Deno.test("no credential is in any answer, log line, letter, message or store file but where it is shown", async () => {
  await using mail = await startSmtpServer();
  const discord = createFakeDiscord(systemClock);
  const plans = {
    standard: AMPLE,
    tiny: dayPlan(1),
    hasty: "{ rate: { per_second: 1, burst: 1 }, quota: unlimited }",
  };
  await using fixture = await createServerFixture(plans, {
    SMTP_URL: mail.url,
    AUDIT_WEBHOOK_URL: discord.url,
    TRUSTED_PROXIES: PROXY,
    ADMIN_API: "on",
    ADMIN_USERNAME: "root",
    ADMIN_PASSWORD: PASSWORD,
    KEY_PEPPER: PEPPER,
  });
  const found: Haystack = [];
  const canaries = await issueByCommand(fixture.env, found);
  const added = await admin(fixture.env, "user", "add", "sri", "--json");
  assert.equal(added.code, 0, added.err);
  found.push(["user add", added.out + added.err]);
  const sri: Pair = JSON.parse(added.out);
  canaries.push({ name: "password", secret: sri.password, shown: 1 });
  await using server = await fixture.start();
  const remote = await issueRemotely(server.base, sri, found);
  canaries.push({ name: "key issued remotely", secret: remote.secret, shown: 1 });

  await carryEverywhere(server.base, canaries, found);
  await until(() => discord.messages.length > 0 && server.printed.err.includes("plain http"));
  await lookByCommand(fixture, found);
  await readStore(fixture, "while it is served", found);
  await server.stop();
  await readStore(fixture, "afterwards", found);
  await discord.close();

  found.push(["standard output", server.printed.out], ["log", server.printed.err]);
  for (const { text, headers } of mail.mails) {
    found.push(["letter", text], ["letter", [...headers].join()]);
  }
  for (const { body } of discord.messages) found.push(["chat", JSON.stringify(body)]);
  assert.ok(found.length > 1000, `${found.length} texts`);
  // The letter that a quota is used comes when the service next looks, which is before the end or not.
  const letters = mail.mails.filter(({ headers }) => !/ quota /.test(headers.get("subject")!));
  assert.equal(letters.length, 3);
  for (const canary of canaries) assertHidden(canary, found);
});

function assertHidden({ name, secret, shown }: Canary, found: Haystack): void {
  const places: string[] = [];
  for (const [where, text] of found) {
    for (const spelling of spellingsOf(secret)) if (text.includes(spelling)) places.push(where);
  }
  const whole = found.flatMap(([where, text]) => text.split(secret).slice(1).map(() => where));
  assert.equal(whole.length, shown, `${name} is shown in ${whole}`);
  assert.deepEqual(places.filter((where) => !whole.includes(where)), [], `parts of ${name}`);
}

/** The secret itself, the middle of it, and what a careless encoder would make of it. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const middle = secret.slice(secret.length / 4, secret.length * 3 / 4);
  return [middle, bytes.toString("base64url").slice(0, -2), bytes.toString("hex")];
}

/** Makes one credential of each kind as an operator does. What is printed is what is shown. */
async function issueByCommand(env: ServerFixture["env"], found: Haystack): Promise<Canary[]> {
  const show = async (...words: string[]) => {
    const made = await adminJson<Record<string, string>>(env, ...words);
    found.push([words.slice(0, 2).join(" "), JSON.stringify(made)]);
    return made;
  };
  const key = await show(...ISSUE, "--ip", "127.0.0.0/8", "--send");
  const usedUp = await show(...ISSUE.slice(0, -1), "tiny");
  const hasty = await show(...ISSUE.slice(0, -1), "hasty");
  const { id } = await show(
    ...["token", "apply", "--organization", "Fanbase Satu", "--name", "Budi"],
    ...["--email", "budi@fans.example"],
  );
  const token = await show("token", "review", id!, "--approve");
  const old = await show("token", "regenerate", id!);
  const feed = await show("key", "feed", key["id"]!);
  const code = await show("code", "issue", "--uses", "3");
  return [
    { name: "key", secret: key["secret"]!, shown: 2 },
    { name: "used-up key", secret: usedUp["secret"]!, shown: 1 },
    { name: "hasty key", secret: hasty["secret"]!, shown: 1 },
    { name: "old token", secret: token["secret"]!, shown: 2 },
    { name: "token", secret: old["secret"]!, shown: 2 },
    // Its address, which is shown beside it, ends with it.
    { name: "feed token", secret: feed["secret"]!, shown: 2 },
    { name: "code", secret: code["secret"]!, shown: 1 },
    { name: "first admin's password", secret: PASSWORD, shown: 0 },
    { name: "pepper", secret: PEPPER, shown: 0 },
  ];
}

async function issueRemotely(base: string, pair: Pair, found: Haystack): Promise<Issued> {
  const reply = await socketCall(base, {
    method: "POST",
    path: "/api/admin/keys",
    body: JSON.stringify({
      ...pair,
      ...{ owner: "Sari", email: "sari@fans.example", plan: "standard" },
    }),
  });
  assert.equal(reply.status, 200, reply.body);
  found.push(["keys by HTTP", reply.text]);
  return JSON.parse(reply.body);
}

const PATHS = [
  ...["/api/bunga/members", "/api/bunga/nothing", "/api/bunga/news?page=1&perpage=1"],
  ...["/api/kebun/members", "/api/kebun/news?page=2&perpage=1", "/v1/birthdays/today", "/v1/key"],
  ...["/api/admin/keys", "/api/admin/tokens", "/api/codes/verify", "/healthz", "/nothing"],
];

const HEADERS = [
  ...["x-api-key", "api-key", "x-priority-token", "username", "password", "x-admin-username"],
  ...["x-admin-password", "authorization", "cookie", "referer", "user-agent", "origin"],
  ...["if-none-match", "accept", "accept-encoding", "x-forwarded-for", "last-event-id"],
];

const PARAMETERS = [
  ...["apikey", "apikey[]", "priority_token", "username", "password", "timezone", "month", "q"],
  ...["page", "status", "code", "email", "limit"],
];

/** Sends each secret wherever a caller might put it, rightly or by mistake. */
async function carryEverywhere(
  base: string,
  canaries: readonly Canary[],
  found: Haystack,
): Promise<void> {
  const calls = canaries.flatMap(({ secret }) => callsWith(secret));
  calls.push(...rightCalls(canaries));
  const left = calls.values();
  const worker = async () => {
    for (const call of left) {
      const { text } = await socketCall(base, call);
      found.push([`${call.method ?? "GET"} ${call.path.replace(/[?].*/, "")}`, text]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

function callsWith(secret: string): SocketCall[] {
  const text = encodeURIComponent(secret);
  const body = (value: unknown) => ({ method: "POST", body: JSON.stringify(value) });
  return PATHS.flatMap((path): SocketCall[] => [
    ...HEADERS.map((name) => ({ path, headers: [[name, secret] as const] })),
    ...PARAMETERS.map((name) => ({
      path: `${path}${path.includes("?") ? "&" : "?"}${name}=${text}`,
    })),
    ...PARAMETERS.map((name) => ({ path, ...body({ [name]: secret }) })),
    { path, headers: [["x-api-key", secret]], method: "HEAD" },
    { path, headers: [["x-api-key", secret]], method: "DELETE" },
    { path, headers: [["x-api-key", secret], ["api-key", `${secret}x`]] },
    { path, method: "POST", body: `{"apikey":"${secret}"` },
    { path: `${path}/%zz?apikey=${text}` },
  ]);
}

/** A token may stand in a path by mistake, and on its way be in the clear. */
function rightCalls(canaries: readonly Canary[]): SocketCall[] {
  const secretOf = (name: string) => canaries.find((canary) => canary.name === name)!.secret;
  const carried = ["x-priority-token", secretOf("token")] as const;
  const pair = [["username", "root"], ["password", PASSWORD]] as const;
  return [
    { path: `/api/bunga/${secretOf("token")}`, headers: [carried] },
    { path: `/api/bunga/news/${secretOf("key")}`, headers: [carried] },
    { path: `/api/kebun/member/${secretOf("key")}`, headers: [carried] },
    { path: `/v1/birthdays/%50${secretOf("token").slice(1)}`, headers: [carried] },
    {
      path: "/api/bunga/members",
      from: PROXY,
      headers: [["x-forwarded-for", "203.0.113.5"], carried],
    },
    ...["keys", "tokens", "audit?limit=1000", "status", "codes"].map((path) => ({
      path: `/api/admin/${path}`,
      headers: pair,
    })),
  ];
}

/** What operators may look at. */
async function lookByCommand({ env, folder }: ServerFixture, found: Haystack): Promise<void> {
  const looks = [
    ...["key list", "token list", "code list", "user list", "audit tail --limit 1000"],
    ...["audit export", `store snapshot ${folder}/copy.kv`],
  ];
  for (const look of looks) {
    const { out, err } = await admin(env, ...look.split(" "), "--json");
    found.push([look, out], [look, err]);
  }
  found.push(["copy", Buffer.from(await Deno.readFile(`${folder}/copy.kv`)).toString("latin1")]);
}

/** The store's file, its write-ahead log and whatever lies beside them. */
async function readStore({ folder }: ServerFixture, when: string, found: Haystack): Promise<void> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(`${folder}/data`)) names.push(name);
  assert.ok(names.includes("store.kv"));
  for (const name of names) {
    const bytes = await Deno.readFile(`${folder}/data/${name}`);
    found.push([`${name} ${when}`, Buffer.from(bytes).toString("latin1")]);
  }
}
