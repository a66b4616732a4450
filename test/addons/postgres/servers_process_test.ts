import assert from "node:assert/strict";
import { admin, adminJson } from "../../support/admin.ts";
import { makeCertificates } from "./certificates.ts";
import { ignoredWithout } from "../../support/ignored_without.ts";
import { addAdmin } from "../../support/issue.ts";
import {
  findPostgres,
  ownAddress,
  type PostgresServer,
  startPostgres,
  STORE_PASSWORD,
  STORE_USER,
} from "../../support/postgres_server.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { dayPlan, type PlanTexts } from "../../support/small_content.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { until } from "../../support/until.ts";

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
  // A new key is known everywhere within 3 s; until then it is refused, and nothing is charged.
  for (const server of servers) {
    await until(async () => await ask(server, "v1/key", headers) === 200, 5_000);
  }
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

test("the engine is named, and commands find the store", async ({ fixture, servers }) => {
  const key = await issue(fixture.env);
  const { store } = await (await fetch(`${servers[0].base}status`)).json();
  assert.deepEqual(store, { state: "ok", engine: "postgres" });
  await addAdmin(fixture.store, "root", "correct horse");
  const login = { "x-admin-username": "root", "x-admin-password": "correct horse" };
  await until(async () => await ask(servers[0], "metrics", login) === 200, 5_000);
  const metrics = await (await fetch(`${servers[0].base}metrics`, { headers: login })).text();
  assert.match(metrics, /^oshibase_store_info\{engine="postgres"\} 1$/m);
  const refused = await admin(fixture.env, "store", "snapshot", `${fixture.folder}/copy.kv`);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /pg_dump --format=custom --schema=oshibase/);
  const listed = await adminJson<{ id: string }[]>(fixture.env, "key", "list");
  assert.ok(listed.some(({ id }) => id === key.id));
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

    const decoder = new TextDecoder();
    await using server = await fixture.start();
    const arguments_ = await new Deno.Command("ps", { args: ["-eo", "args"] }).output();
    written.push(decoder.decode(arguments_.stdout));
    await issue(fixture.env);
    await addAdmin(fixture.store, "root", "correct horse");
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
