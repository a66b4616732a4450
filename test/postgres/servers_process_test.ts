import assert from "node:assert/strict";
import { signedUp } from "../support/issue.ts";
import { admin, adminJson } from "../support/admin.ts";
import { makeCertificates } from "../support/certificates.ts";
import { runTask } from "../support/command.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { addAdministrator, createPanelBrowser } from "../support/panel_browser.ts";
import {
  findPostgres,
  ownAddress,
  type PostgresServer,
  startPostgres,
  STORE_PASSWORD,
  STORE_USER,
} from "../support/postgres_server.ts";
import { hiddenFields, linkIn, secretIn } from "../signup/harness.ts";
import { type RunningServer, startLine } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { dayPlan, type PlanTexts } from "../support/small_content.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { registerWebhook, startWebhookReceiver } from "../support/webhook_receiver.ts";

const QUOTA = 300;
const PATH = "api/bunga/members";

const bin = findPostgres();

/** The cluster that tests share which do not stop it; each has a database of its own. */
let cluster: PostgresServer | undefined;

Deno.test.beforeAll(async () => {
  if (bin !== undefined) cluster = await startPostgres(bin, { isDurable: false });
});

Deno.test.afterAll(async () => await cluster?.[Symbol.asyncDispose]());

/** Two servers on one database. */
interface Two {
  readonly database: PostgresServer;
  readonly fixture: ServerFixture;
  readonly servers: readonly [RunningServer, RunningServer];
}

function test(
  name: string,
  fn: (two: Two) => Promise<void>,
  { env = {}, plans = {} }: { env?: Record<string, string>; plans?: PlanTexts } = {},
) {
  Deno.test({
    name: `two servers on Postgres: ${name}`,
    ignore: ignoredWithout("postgres", bin !== undefined),
    fn: async () => {
      const database = cluster!;
      const KV_PATH = await database.createDatabase();
      await using fixture = await createServerFixture({ standard: dayPlan(QUOTA), ...plans }, {
        KV_PATH,
        DRAIN_MS: "0",
        ...env,
      });
      await using one = await fixture.start();
      await using other = await fixture.start();
      await fn({ database, fixture, servers: [one, other] });
    },
  });
}

async function issue(env: Readonly<Record<string, string>>, ...words: string[]) {
  return await adminJson<{ id: string; secret: string }>(
    env,
    ...["key", "issue", "--owner", "Sari", "--email", "sari@fan.example", "--plan", "standard"],
    ...["--ip", "127.0.0.1", ...words],
  );
}

async function ask(server: RunningServer, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.base + path, { headers });
  await answer.body?.cancel();
  return answer.status;
}

test("a quota is exact over both, and a key that is revoked is dead in both within 3 s", async ({ fixture, servers }) => {
  const key = await issue(fixture.env);
  const headers = { "x-api-key": key.secret };
  const statuses = new Map<number, number>();
  await Promise.all(servers.map(async (server) => {
    for (let n = 0; n < QUOTA; n++) {
      const status = await ask(server, PATH, headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }));
  assert.equal(statuses.get(200), QUOTA);
  assert.deepEqual([...statuses.keys()].sort(), [200, 429]);
  const second = await issue(fixture.env);
  const other = { "x-api-key": second.secret };
  await until(async () => await ask(servers[0], PATH, other) === 200, 5_000);
  await until(async () => await ask(servers[1], PATH, other) === 200, 5_000);
  await adminJson(fixture.env, "key", "revoke", second.id);
  const revokedAt = performance.now();
  for (const server of servers) {
    await until(async () => await ask(server, PATH, other) === 403, 5_000);
  }
  assert.ok(performance.now() - revokedAt < 3_000, `${performance.now() - revokedAt} ms`);
});

test("uses of tokens are one record that verifies, and a login at one is known to the other", async ({ fixture, servers }) => {
  const { id } = await adminJson<{ id: string }>(
    fixture.env,
    ...["token", "apply", "--organization", "Fans", "--name", "Sari", "--email", "s@fan.example"],
  );
  const token = await adminJson<{ secret: string }>(
    fixture.env,
    "token",
    "review",
    id,
    "--approve",
  );
  const headers = { "x-priority-token": token.secret };
  for (const server of servers) {
    await until(async () => await ask(server, PATH, headers) === 200, 5_000);
  }
  await Promise.all(servers.map(async (server) => {
    for (let n = 0; n < 50; n++) assert.equal(await ask(server, `${PATH}?n=${n}`, headers), 200);
  }));
  const verdict = await adminJson<{ ok: boolean; uses: number }>(fixture.env, "audit", "verify");
  assert.equal(verdict.ok, true);
  assert.ok(verdict.uses >= 102, `${verdict.uses}`);

  await addAdministrator(fixture.store, "root", "correct horse");
  const browserAt = (server: RunningServer) =>
    createPanelBrowser((path, init) => fetch(server.base + path.slice(1), init));
  const [here, there] = servers.map(browserAt) as [
    ReturnType<typeof browserAt>,
    ReturnType<typeof browserAt>,
  ];
  await until(async () => (await here.logIn("root", "correct horse")).status === 303, 5_000);
  const isOpen = (text: string) => text.includes("Logged in as root");
  const { cookie } = here;
  there.cookie = cookie;
  await until(async () => isOpen((await there.get("/admin")).text), 5_000);
  await here.post("/admin/logout", {}, { from: "/admin" });
  there.cookie = cookie;
  assert.equal((await there.get("/admin")).status, 303, "who has logged out is out everywhere");
});

test(
  "a build is announced once, and a webhook is sent what one of them logs",
  async ({ fixture, servers }) => {
    await using receiver = startWebhookReceiver();
    const key = await issue(fixture.env);
    const headers = { "x-api-key": key.secret };
    await until(async () => await ask(servers[0], PATH, headers) === 200, 5_000);
    await registerWebhook(servers[0], key.secret, {
      url: `${receiver.base}/hook/one`,
      types: ["content.changed"],
    });
    const changes = async (server: RunningServer) =>
      await (await fetch(`${server.base}v1/changes`, { headers })).json();
    assert.deepEqual(await changes(servers[0]), await changes(servers[1]));
    await Deno.writeTextFile(
      `${fixture.folder}/content/bunga/members/ayu.yaml`,
      "hobby: Bernyanyi\n",
      { append: true },
    );
    await fixture.setPlans({ standard: dayPlan(QUOTA) });
    await using third = await fixture.start();
    await using fourth = await fixture.start();
    await until(() => receiver.received.length > 0, 20_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual(receiver.received.map(({ body }) => body.type), ["content.changed"]);
    const [one, other] = [await changes(third), await changes(fourth)];
    assert.deepEqual(one, other);
  },
  { env: { WEBHOOK_ALLOW: "127.0.0.0/8" } },
);

/** What somebody types at `/key`. */
const SARI = { name: "Sari", email: "sari@fan.example", note: "A page", ips: "203.0.113.7" };

/** A visitor of a server behind a proxy that speaks https. */
function visitor({ base }: RunningServer) {
  const headers = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "sec-fetch-site": "same-origin",
  };
  const read = async (path: string) => await (await fetch(new URL(path, base), { headers })).text();
  return {
    read,
    /** Sends the one form of a page. */
    async send(page: string, typed: Record<string, string> = {}) {
      const text = await read(page);
      const [action = "/key"] = /(?<=action=")[^"]+/.exec(text) ?? [];
      const body = new URLSearchParams({ ...hiddenFields(text), ...typed });
      const answer = await fetch(new URL(action, base), { method: "POST", headers, body });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

test(
  "sign-up at one is confirmed at the other, clicks make one key, and letters count at both",
  async ({ fixture }) => {
    await using smtp = startSmtpServer();
    const env = { SMTP_URL: smtp.url, TRUSTED_PROXIES: "127.0.0.1" };
    await using one = await fixture.start(env);
    await using other = await fixture.start(env);
    const [here, there] = [visitor(one), visitor(other)];
    assert.equal((await here.send("/key", SARI)).status, 200);
    await until(() => smtp.mails.length === 1, 10_000);
    const link = linkIn(smtp.mails[0]!.text);
    const clicks = await Promise.all([there, here, there, here].map((at) => at.send(link)));
    const shown = clicks.filter(({ text }) => text.includes("J-osb_"));
    assert.equal(shown.length, 1);
    const headers = { "x-api-key": secretIn(shown[0]!.text) };
    for (const server of [one, other]) {
      await until(async () => await ask(server, PATH, headers) === 200, 5_000);
    }
    assert.equal((await signedUp(fixture.store)).length, 1);

    const budi = { ...SARI, email: "budi@fan.example" };
    const asked = await Promise.all(
      [here, there, here, there, here, there].map((at) => at.send("/key", budi)),
    );
    assert.deepEqual(asked.map(({ status }) => status), Array(6).fill(200));
    await one.stop();
    await other.stop();
    assert.equal(smtp.mails.filter(({ to }) => to.includes(budi.email)).length, 3);
  },
  { plans: { fan: dayPlan(QUOTA).replace(/ \}$/, ", signup: { by: email, groups: [bunga] } }") } },
);

test("the engine is named, and commands find the store", async ({ fixture, servers }) => {
  const key = await issue(fixture.env);
  const { store } = await (await fetch(`${servers[0].base}status`)).json();
  assert.deepEqual(store, { state: "ok", engine: "postgres" });
  await addAdministrator(fixture.store, "root", "correct horse");
  const login = { "x-admin-username": "root", "x-admin-password": "correct horse" };
  await until(async () => await ask(servers[0], "metrics", login) === 200, 5_000);
  const metrics = await (await fetch(`${servers[0].base}metrics`, { headers: login })).text();
  assert.match(metrics, /^oshibase_store_info\{engine="postgres"\} 1$/m);
  const refused = await admin(fixture.env, "store", "snapshot", `${fixture.folder}/copy.kv`);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /pg_dump --format=custom --schema=oshibase/);
  const listed = await adminJson<{ id: string }[]>(fixture.env, "key", "list");
  assert.deepEqual(listed.map(({ id }) => id), [key.id]);
});

Deno.test({
  name: "a server on Postgres elsewhere: the password is in no line, argument, page or figure",
  ignore: ignoredWithout("postgres", bin !== undefined),
  fn: async () => {
    await using folder = await temporaryFolder();
    await Deno.chmod(folder.path, 0o755);
    const host = ownAddress();
    const made = await makeCertificates(folder.path, host);
    await using database = await startPostgres(bin!, {
      isDurable: false,
      tls: { certificate: made.certificate, key: made.key, host },
    });
    await database.psql("CREATE DATABASE idols OWNER oshibase");
    const password = encodeURIComponent(STORE_PASSWORD);
    const KV_PATH = `postgres://${STORE_USER}:${password}@${host}:${database.port}/idols` +
      `?sslrootcert=${made.authority}`;
    await using fixture = await createServerFixture(undefined, { KV_PATH });
    const written: string[] = [];

    const several = { ...fixture.env, PROCESSES: "2", PORT: "0", DRAIN_MS: "0" };
    const printed = await runTask("serve", several, ["--print"]);
    const decoder = new TextDecoder();
    written.push(printed.stdout, printed.stderr);
    const line = await runTask("serve", fixture.env, ["--print"]);
    assert.match(line.stdout, new RegExp(`--allow-net=[^ ]*${host}:${database.port}`));
    assert.match(line.stdout, new RegExp(`--allow-read=[^ ]*${made.authority}`));
    written.push(line.stdout);
    for (const name of ["systemd", "container", "compose"]) {
      const recipe = await runTask("recipe", { ...fixture.env, CONTENT_DIR: "content" }, [name]);
      written.push(recipe.stdout, recipe.stderr);
      assert.match(written.at(-2)!, /PGPASSWORD/, name);
    }

    await using parent = await startLine(printed.stdout.trim(), several);
    const arguments_ = await new Deno.Command("ps", { args: ["-eo", "args"] }).output();
    written.push(decoder.decode(arguments_.stdout));
    written.push(parent.printed.out, parent.printed.err);
    await parent.stop();

    await using server = await fixture.start();
    await issue(fixture.env);
    await addAdministrator(fixture.store, "root", "correct horse");
    const login = { "x-admin-username": "root", "x-admin-password": "correct horse" };
    await until(async () => await ask(server, "metrics", login) === 200, 5_000);
    for (const path of ["status", "metrics", "readyz", "api/admin/status"]) {
      written.push(await (await fetch(server.base + path, { headers: login })).text());
    }
    await database.stop("crash");
    await until(async () => {
      const { store } = await (await fetch(`${server.base}readyz`)).json();
      return store === "down";
    }, 10_000);
    const failed = await admin(fixture.env, "key", "list");
    assert.equal(failed.code, 1);
    written.push(failed.out, failed.err, server.printed.out, server.printed.err);
    assert.match(failed.err, /^Cannot open the store at postgres:\/\/oshibase@/);
    for (const text of written) {
      assert.ok(!text.includes(STORE_PASSWORD) && !text.includes(password), text);
    }
  },
});
