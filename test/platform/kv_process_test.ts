import { ignoredWithout } from "../support/ignored_without.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { findDenokv, startDenokv } from "./denokv_server.ts";
import { kvCases, withKv } from "./kv_cases.ts";

const denokv = await findDenokv();

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
