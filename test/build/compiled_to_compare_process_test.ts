import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compile } from "../../build/compile.ts";
import { compileToCompare } from "../../build/addons/diff/base.ts";
import { comparePacks } from "../../build/addons/diff/compare_packs.ts";
import { openComparedPack, type OpenedPack } from "../../build/pack/opened_pack.ts";
import { writeContent } from "./content_generator.ts";
import { createPrng } from "../support/prng.ts";
import { propertyRun, testSeed } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

const SIZE = { members: 40, shows: 260, news: 150, events: 40, videocalls: 5 };
const NOW = Date.parse("2026-07-01T00:00:00Z");

Deno.test("what is compiled only to be compared is what a build makes of the content", () => {
  using folder = temporaryFolderSync();
  writeContent(folder.path, SIZE);
  const prng = createPrng(testSeed());
  const { numRuns } = propertyRun(4, 80);
  for (let run = 0; run < numRuns; run++) {
    const before = opened(folder.path);
    edit(`${folder.path}/group1`, prng);
    const after = opened(folder.path);
    const { pack } = compileToCompare(folder.path);
    assert.deepEqual(told(before, pack!), told(before, after));
    for (const { tables } of pack!.index.groups) {
      for (const table of Object.values(tables)) {
        assert.equal(pack!.text(table), after.text(table));
      }
    }
    assert.deepEqual(pack!.index.groups, after.index.groups);
  }
});

type Prng = ReturnType<typeof createPrng>;
function opened(root: string): OpenedPack {
  const { pack, diagnostics } = compile(root);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  return openComparedPack(Buffer.concat(pack!.chunks), root);
}

function told(before: OpenedPack, after: OpenedPack): unknown[] {
  return comparePacks(before, after, { now: NOW, isPublic: false }).map((one) => ({
    ...one,
    before: one.before?.value(),
    after: one.after?.value(),
  }));
}

/** A line of each kind that may say anything. */
const LINES: Readonly<Record<string, RegExp>> = {
  members: /^(name: )(.*)$/m,
  shows: /^(venue: )(.*)$/m,
  news: /(\n\n)(\w)/,
  events: /^(title: )(.*)$/m,
  videocalls: /(session: )(.*)$/m,
};

/** Changes, removes or copies a file or two. */
function edit(group: string, prng: Prng): void {
  for (let change = 0; change < 2; change++) {
    const kind = prng.pick(["members", "shows", "news", "events", "videocalls"]);
    const names = [...Deno.readDirSync(`${group}/${kind}`)].map(({ name }) => name).sort();
    const path = `${group}/${kind}/${prng.pick(names)}`;
    const text = Deno.readTextFileSync(path);
    const what = prng.pick(["edit", "edit", "remove", "copy"]);
    if (what === "remove") Deno.removeSync(path);
    else if (what === "edit") Deno.writeTextFileSync(path, text.replace(LINES[kind]!, "$1Lain $2"));
    else if (kind !== "members") {
      const copy = path.replace(/(\.\w+)$/, `-${prng.between(0, 1e6)}$1`);
      Deno.writeTextFileSync(copy, text.replace(/^id: .*\n/m, ""));
    }
  }
}
