import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { compileToCompare } from "../../build/diff/base.ts";
import { comparePacks } from "../../build/diff/compare_packs.ts";
import { comparedPack } from "../../build/pack/opened_pack.ts";
import { writeContent } from "../support/content_generator.ts";
import { createPrng } from "../support/prng.ts";
import { propertyRun, testSeed } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

const SIZE = { members: 40, shows: 260, news: 150, events: 40, videocalls: 5 };
const NOW = Date.parse("2026-07-01T00:00:00Z");

Deno.test("what pages have in common changes nothing of a comparison", () => {
  using folder = temporaryFolderSync();
  writeContent(folder.path, SIZE);
  const prng = createPrng(testSeed());
  let before = opened(folder.path);
  let count = 0;
  const { numRuns } = propertyRun(4, 80);
  for (let run = 0; run < numRuns; run++) {
    edit(`${folder.path}/group1`, prng);
    const after = opened(folder.path);
    const differences = told(before.whole, after.whole);
    assert.deepEqual(differences, told(before.apart, after.whole));
    count += differences.length;
    before = after;
  }
  assert.ok(count >= numRuns, `${count} differences in ${numRuns} runs`);
});

Deno.test("what is compiled only to be compared is what a build makes of the content", () => {
  using folder = temporaryFolderSync();
  writeContent(folder.path, SIZE);
  const prng = createPrng(testSeed());
  const { numRuns } = propertyRun(4, 80);
  for (let run = 0; run < numRuns; run++) {
    const before = opened(folder.path).whole;
    edit(`${folder.path}/group1`, prng);
    const after = opened(folder.path).whole;
    const { pack } = compileToCompare(folder.path);
    assert.deepEqual(told(before, pack!), told(before, after));
    for (const { tables } of pack!.index.groups) {
      for (const piece of Object.values(tables).flat()) {
        assert.equal(pack!.nameOf(piece), after.nameOf(piece));
        assert.equal(pack!.text(piece), after.text(piece));
      }
    }
    assert.deepEqual(pack!.index.groups.map(plain), after.index.groups.map(plain));
  }
});

/** With the places of what is made when it is asked for. */
function plain(group: object): unknown {
  return JSON.parse(JSON.stringify(group));
}

type Prng = ReturnType<typeof createPrng>;
type Opened = ReturnType<typeof comparedPack>;

/** A pack, and the same with pages that seem to be no other pack's. */
function opened(root: string) {
  const { pack, diagnostics } = compile(root);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  const { index, pages } = pack!;
  const others = index.pages.map(([number, length, hash]) =>
    [number, length, `other ${hash}`] as const
  );
  return {
    whole: comparedPack(index, pages),
    apart: comparedPack({ ...index, pages: others }, pages),
  };
}

function told(before: Opened, after: Opened): unknown[] {
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
