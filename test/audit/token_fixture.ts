import { cp } from "node:fs/promises";
import type { UseEntry } from "../../src/audit/entries.ts";
import { lastUses } from "../support/use_log.ts";
import { type Kv } from "../../src/platform/kv.ts";
import { openKv } from "../support/open_kv.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import type { Store } from "../../src/store/store.ts";
import { packOf } from "../support/compiled.ts";
import { FIXTURE_PEPPER, openFixtureStore } from "../support/server_fixture.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A priority token, and whose it is. */
export interface Holder {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly email: string;
}

/** Built content and a store file with a priority token: what a server process starts from. */
export interface TokenFixture extends AsyncDisposable {
  readonly path: string;
  /** For {@linkcode startServer} and {@linkcode admin}. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: Holder;
  /** A key whose plan bounds nothing. */
  readonly key: string;
  /** Does something with the store while a server may be using it. */
  withKv<T>(action: (kv: Kv) => Promise<T>): Promise<T>;
  /** Every use on record, oldest first. */
  uses(): Promise<UseEntry[]>;
}

const UNLIMITED = "\nunlimited: { rate: unlimited, quota: unlimited }\n";

/** Compiles the three small groups into a folder of the test's own, and gives out a token and a key. */
export async function createTokenFixture(): Promise<TokenFixture> {
  const folder = await temporaryFolder();
  const { path } = folder;
  await buildTrio(path);
  const env = {
    OUT_DIR: `${path}/out`,
    KV_PATH: `${path}/data/store.kv`,
    KEY_PEPPER: FIXTURE_PEPPER,
    LIVE: "off",
  };
  const store = await openFixtureStore(env);
  const token = await giveToken(store);
  const person = { owner: "Sari", email: "sari@fans.example", groups: [], ips: ["127.0.0.1"] };
  const { secret: key } = await store.keys.issue({ ...person, plan: "unlimited", createdAt: 0 });
  store.kv.close();

  async function withKv<T>(action: (kv: Kv) => Promise<T>): Promise<T> {
    const kv = await openKv(env.KV_PATH);
    try {
      return await action(kv);
    } finally {
      kv.close();
    }
  }

  return {
    path,
    env,
    token,
    key,
    withKv,
    uses: () => withKv((kv) => lastUses(kv, Infinity)),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Takes and approves an application, as the command line does. */
export async function giveToken(
  { tokens }: Pick<Store, "tokens">,
  { name = "Budi Penggemar", email = "budi@fans.example" } = {},
): Promise<Holder> {
  const organization = `Fanbase of ${name}`;
  const { record } = await tokens.apply({ organization, name, email, appliedAt: 0 });
  const issued = await tokens.issue(record.id, (token) => ({
    ...token,
    state: "approved",
    reviewedAt: 0,
  }));
  return { id: record.id, secret: issued!.secret, name, email };
}

async function buildTrio(path: string): Promise<void> {
  await cp("test/fixtures/trio", `${path}/content`, { recursive: true });
  await Deno.writeTextFile(`${path}/content/plans.yaml`, UNLIMITED, { append: true });
  await Deno.mkdir(`${path}/out`);
  await Deno.writeFile(`${path}/out/${PACK_FILE}`, await packOf(`${path}/content`));
}
