import assert from "node:assert/strict";
import { desk, deskJson } from "../support/desk.ts";
import { packOf } from "../support/compiled.ts";
import { ON_AIR } from "../support/live_program.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

/**
 * A store that the program wrote as it was at commit c10437b, which went on with the store of 65fb900: it
 * names no format. The expiry of its entries was set to the year 2200 afterwards.
 */
const FIXTURE = "test/fixtures/stores/c10437b";

/** What that program said of its store, in its words. */
interface Earlier {
  readonly key: { readonly id: string; readonly secret: string };
  readonly gone: { readonly id: string; readonly secret: string };
  readonly token: { readonly id: string; readonly secret: string };
  readonly code: { readonly id: string; readonly secret: string };
  readonly rina: string;
  readonly opened: Readonly<Record<"key" | "gone" | "token", number>>;
  // deno-lint-ignore no-explicit-any
  readonly commands: Readonly<Record<string, any>>;
}

const EARLIER: Earlier = JSON.parse(await Deno.readTextFile(`${FIXTURE}.json`));

async function copyStore() {
  const folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/data/store.kv`, OUT_DIR: `${folder.path}/out` };
  await Deno.mkdir(`${folder.path}/data`, { mode: 0o700 });
  await Deno.mkdir(env.OUT_DIR);
  await Deno.copyFile(`${FIXTURE}.kv`, env.KV_PATH);
  await Deno.copyFile(`${FIXTURE}.kv.pepper`, `${env.KV_PATH}.pepper`);
  await Deno.writeFile(`${env.OUT_DIR}/oshibase.pack`, packOf(ON_AIR));
  return { env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** What is used and allowed belongs to the period of the machine's clock. */
function timeless(records: Record<string, unknown>[]) {
  return records.map(({ used: _used, limit: _limit, ...record }) => record);
}

Deno.test("a store of an earlier program is gone on with in its format, and migrated whole", async () => {
  await using copy = await copyStore();
  const { env } = copy;
  const { uses } = EARLIER.commands["audit verify"] as { uses: number };
  async function isWhole(admins: number): Promise<void> {
    for (const noun of ["token", "user", "code"]) {
      assert.deepEqual(await deskJson(env, noun, "list"), EARLIER.commands[`${noun} list`], noun);
    }
    const keys = await deskJson<Record<string, unknown>[]>(env, "key", "list");
    assert.deepEqual(timeless(keys), timeless(EARLIER.commands["key list"]));
    const told = await deskJson<Record<string, unknown>[]>(env, "audit", "tail", "--kind", "use");
    const earlier = EARLIER.commands["audit tail --limit 100"] as Record<string, unknown>[];
    assert.deepEqual(told, earlier.map((use) => ({ kind: "use", ...use })));
    const verdict = await deskJson<Record<string, unknown>>(env, "audit", "verify");
    assert.deepEqual(verdict.ok, true);
    assert.deepEqual(verdict.uses, uses);
    assert.ok((verdict.admin as number) >= admins && (admins > 0 || verdict.admin === 0));
  }
  await isWhole(0);
  assert.match((await desk(env, "audit", "verify")).out, /format 1/);
  assert.equal((await deskJson(env, "store", "migrate", "--yes")).migrated, true);
  // The migration, and five lists that were looked at.
  await isWhole(6);
  const file = `${env.OUT_DIR}/backup.json`;
  const counts = await deskJson(env, "store", "backup", file);
  assert.equal(counts.tokens, (EARLIER.commands["token list"] as unknown[]).length);

  await using server = await startServer({ ...env, LIVE: "off" });
  const status = async (headers: HeadersInit) => {
    const response = await fetch(`${server.base}api/kota/members`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  const opened = {
    key: await status({ "x-api-key": EARLIER.key.secret }),
    gone: await status({ "x-api-key": EARLIER.gone.secret }),
    token: await status({ "x-priority-token": EARLIER.token.secret }),
  };
  assert.deepEqual(opened, EARLIER.opened);
  const login = { username: "rina", password: EARLIER.rina };
  const tail = await fetch(`${server.base}api/admin/audit?limit=1&kind=use`, { headers: login });
  const [last] = await tail.json();
  assert.equal(last.token_id, EARLIER.token.id);
});
