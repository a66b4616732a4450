import assert from "node:assert/strict";
import page from "../../../build/addons/site/docs/pages/stores.md" with { type: "text" };
import { adminJson } from "../../support/admin.ts";
import { makeCertificates } from "./certificates.ts";
import { ignoredWithout } from "../../support/ignored_without.ts";
import { type IssuedSecret, issueKey } from "../../support/issue.ts";
import {
  findPostgres,
  ownAddress,
  type PostgresServer,
  startPostgres,
  STORE_PASSWORD,
  STORE_USER,
} from "../../support/postgres_server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { until } from "../../support/until.ts";

const bin = findPostgres();
const ignore = ignoredWithout("postgres", bin !== undefined);

/** The page's commands for copies and the way back, in their order. */
const [DUMP, RESTORE, SETTINGS, COPY, RECOVER] = [
  ...page.split("\n## How do I back it up")[1]!.split("\n## ")[0]!
    .matchAll(/^```(?:sh|ini)\n([^]*?)^```$/gm),
].map(([, code]) => code!) as [string, string, string, string, string];

/** What the page writes in the place of the reader's own. */
const ADDRESS = "postgres://oshibase@db.example/oshibase";
const INSTANT = "2026-07-04 11:59:00+00";

/** Puts what is this test's own into commands; each of the page's words has to be there. */
function filled(commands: string, own: Readonly<Record<string, string>>): string {
  return Object.entries(own).reduce((text, [word, mine]) => {
    assert.ok(text.includes(word), `${word} is in: ${text}`);
    return text.replaceAll(word, mine);
  }, commands);
}

/** A server of the fixture opens to one key and not to the other, and the record has no gap. */
async function assertState(
  { env, start }: ServerFixture,
  { open, unknown }: { open: IssuedSecret; unknown: IssuedSecret },
): Promise<void> {
  await using server = await start();
  const ask = async ({ secret }: IssuedSecret) => {
    const answer = await fetch(`${server.base}api/bunga/members?apikey=${secret}`);
    await answer.body?.cancel();
    return answer.status;
  };
  await until(async () => await ask(open) === 200, 10_000);
  assert.equal(await ask(unknown), 403);
  const entries = await adminJson<{ seq: number }[]>(env, "audit", "export");
  assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, n) => n + 1));
}

Deno.test({
  name: "the page's dump brings a store back to its instant, and into another server",
  ignore,
  fn: async () => {
    await using folder = await temporaryFolder();
    await Deno.chmod(folder.path, 0o755);
    const host = ownAddress();
    const { certificate, key, authority } = await makeCertificates(folder.path, host);
    const options = { isDurable: false, tls: { certificate, key, host } };
    await using database = await startPostgres(bin!, options);
    await using second = await startPostgres(bin!, options);
    const KV_PATH = await database.createDatabase();
    const elsewhere = await second.createDatabase();
    const own = {
      "PGPASSWORD=…": `PGPASSWORD=${STORE_PASSWORD}`,
      "/etc/ssl/certs/ca-certificates.crt": authority,
      "store.dump": `${database.folder}/store.dump`,
    };
    const [LOGIN] = DUMP.split("\n", 1);
    /** Runs commands as a client of another machine does. */
    const run = (commands: string, { shell, port }: PostgresServer) =>
      shell(
        filled(commands, { ...own, [ADDRESS]: `postgres://${STORE_USER}@${host}:${port}/store_1` }),
      );
    await using fixture = await createServerFixture(undefined, { KV_PATH });
    const before = await issueKey(fixture.store);
    const epochAt = (server: PostgresServer) =>
      server.psql("SELECT epoch FROM oshibase.head", "store_1");
    const first = await epochAt(database);
    await run(DUMP, database);
    const after = await issueKey(fixture.store);

    await run(`${LOGIN}\n${RESTORE}`, database);
    await assertState(fixture, { open: before, unknown: after });
    await run(`${LOGIN}\n${RESTORE}`, second);
    const env = { ...fixture.env, KV_PATH: elsewhere };
    const there = { ...fixture, env, start: () => fixture.start({ KV_PATH: elsewhere }) };
    await assertState(there, { open: before, unknown: after });
    const epochs = [first, await epochAt(database), await epochAt(second)];
    assert.equal(new Set(epochs).size, 3, "each of the databases has an epoch of its own");
  },
});

Deno.test({
  name: "the page's commands recover a store to an instant from the archived log",
  ignore,
  fn: async () => {
    const backup = await Deno.makeTempDir({ prefix: "oshibase_pg_" });
    await Deno.mkdir(`${backup}/wal`);
    for (const path of [backup, `${backup}/wal`]) await Deno.chmod(path, 0o777);
    const own = { "/backup": backup };
    const settings = filled(SETTINGS, own).trim().split("\n");
    try {
      await using database = await startPostgres(bin!, { settings });
      const KV_PATH = await database.createDatabase();
      await using fixture = await createServerFixture(undefined, { KV_PATH });
      await database.shell(filled(COPY, own));
      const before = await issueKey(fixture.store);
      const [epoch, instant] = [
        await database.psql("SELECT epoch FROM oshibase.head", "store_1"),
        await database.psql("SELECT now()"),
      ];
      const after = await issueKey(fixture.store);

      await database.stop();
      await database.shell(filled(RECOVER, { ...own, [INSTANT]: instant.trim() }));
      await database.start();
      await until(async () => await database.psql("SELECT pg_is_in_recovery()") === "f\n", 30_000);
      await assertState(fixture, { open: before, unknown: after });
      const recovered = await database.psql("SELECT epoch FROM oshibase.head", "store_1");
      assert.notEqual(recovered, epoch);
    } finally {
      await Deno.remove(backup, { recursive: true });
    }
  },
});
