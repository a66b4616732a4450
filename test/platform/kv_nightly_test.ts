import { ignoredWithout } from "../support/ignored_without.ts";
import { findPostgres, startPostgres } from "../support/postgres_server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { findDenokv, startDenokv } from "./denokv_server.ts";
import { kvCases, withKv } from "./kv_cases.ts";

const denokv = findDenokv();

for (const { name, run } of kvCases) {
  Deno.test({
    name: `KV Connect server: ${name}`,
    ignore: ignoredWithout("denokv", denokv !== undefined),
    // The client of a KV Connect server keeps its connection open behind our back.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async () => {
      await using folder = await temporaryFolder();
      await using server = await startDenokv(denokv!, `${folder.path}/kv`);
      await withKv(server.url, run);
    },
  });
}

/** The programs of this machine's Postgres, and of the oldest one that keeps a store: POSTGRES_13. */
const SERVERS = {
  "Postgres": findPostgres(),
  "Postgres 13": Deno.env.get("POSTGRES_13") || undefined,
};

for (const [engine, programs] of Object.entries(SERVERS)) {
  Deno.test({
    name: `${engine} does what every store must do`,
    ignore: ignoredWithout(engine, programs !== undefined),
    fn: async (test) => {
      await using server = await startPostgres(programs!, { isDurable: false });
      for (const { name, run } of kvCases) {
        await test.step(name, async () => await withKv(await server.createDatabase(), run));
      }
    },
  });
}
