import { compile } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { assertSameCounts, someInstants } from "../contract/count_comparison.ts";
import { CountedShows } from "../contract/counted_shows.ts";
import { importTree } from "../import/import_tree.ts";
import { runTask } from "../import/run_task.ts";
import assert from "node:assert/strict";
import { createPrng } from "../support/prng.ts";

/** Dumps of a running service lie beside the repository; where they are absent the test is skipped. */
const REAL = new URL("../../../shared/real/groupa/", import.meta.url).pathname;

for (const isComplete of [false, true]) {
  Deno.test({
    name: `counts of real shows are those of their files, at 1,000 instants${
      isComplete ? ", with milestones" : ""
    }`,
    ignore: !isThere(REAL),
    async fn() {
      using tree = importTree();
      for (const kind of ["members", "setlists", "theater"]) {
        const dump = Deno.readTextFileSync(`${REAL}${kind}.json`);
        const words = ["import", "groupa", kind, "-"];
        const { code, err } = await runTask(words, { CONTENT_DIR: tree.root }, dump);
        assert.equal(code, 0, err);
      }
      if (isComplete) {
        const path = `${tree.root}/groupa/group.yaml`;
        Deno.writeTextFileSync(path, `${Deno.readTextFileSync(path)}shows_complete: true\n`);
      }
      const { pack, diagnostics } = compile(tree.root);
      assert.ok(pack, formatDiagnostics(diagnostics));
      const { catalog } = openContent(joinParts(pack.chunks));
      const group = catalog.group("groupa")!;
      assert.ok(group.counts.shows > 300);
      const shows = new CountedShows(`${tree.root}/groupa`);
      for (const now of someInstants(shows, 1_000, createPrng(7))) {
        assertSameCounts(catalog, group, shows.at(now), now);
      }
    },
  });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
