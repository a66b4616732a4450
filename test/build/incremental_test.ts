import assert from "node:assert/strict";
import fc from "fast-check";
import { createMemory, type Memory } from "../../build/memory.ts";
import { compile, type Compiled } from "../../build/compile.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { VALID, writeTree } from "./content_tree.ts";
import { anyMutation, mutate } from "./mutations.ts";

const NOW = Date.parse("2026-07-04T00:00:00Z");

/** A change of a content folder; numbers pick among what is there. */
const anyChange = fc.oneof(
  { weight: 3, arbitrary: fc.record({ edit: fc.nat(), mutation: anyMutation }) },
  { weight: 3, arbitrary: fc.record({ append: fc.nat(), line: anyLine() }) },
  { weight: 2, arbitrary: fc.record({ rename: fc.nat(), to: fc.stringMatching(/^[a-z]{1,3}$/) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ restore: fc.nat() }) },
);

type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

function anyLine(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...["team: Pagi\n", "draft: true\n", "venue: Balai\n", "former_slugs: [lama]\n", "# note\n"],
    ...["nicknames: [Aya, Lala]\n", "guests: [Tamu]\n", "timezone: Asia/Tokyo\n", "Halo **dua.\n"],
    ...["publish_at: 2030-01-01T00:00:00Z\n", "members: [Aya, Tamu, Bela]\n", "setlist: Lain\n"],
  );
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(`${folder}/${name}`) : [`${folder}/${name}`]
  ).sort();
}

/** Gives every change a time of its own, which a disk does not. */
let time = 1000;

function apply(root: string, change: Change): void {
  const path = changed(root, change);
  if (path !== undefined) Deno.utimeSync(path, time, time++);
}

/** Makes the change; returns which file has another text. */
function changed(root: string, change: Change): string | undefined {
  const files = filesIn(root);
  const pick = (place: number) => files[place % files.length]!;
  if ("edit" in change) {
    const path = pick(change.edit);
    Deno.writeFileSync(path, mutate(Deno.readTextFileSync(path), [change.mutation]));
    return path;
  } else if ("append" in change) {
    Deno.writeTextFileSync(pick(change.append), change.line, { append: true });
    return pick(change.append);
  } else if ("rename" in change) {
    const path = pick(change.rename);
    const ending = path.slice(path.lastIndexOf("."));
    Deno.renameSync(path, `${path.slice(0, path.lastIndexOf("/"))}/${change.to}${ending}`);
  } else if ("remove" in change) {
    if (files.length > 4) Deno.removeSync(pick(change.remove));
  } else {
    const names = Object.keys(VALID);
    const name = names[change.restore % names.length]!;
    Deno.mkdirSync(`${root}/${name.slice(0, name.lastIndexOf("/"))}`, { recursive: true });
    Deno.writeTextFileSync(`${root}/${name}`, VALID[name]!);
    return `${root}/${name}`;
  }
  return undefined;
}

/** Fails unless what comes of a folder is the same with everything that was made before, and with nothing. */
function assertSame(root: string, ...memories: readonly Memory[]): void {
  const cold = compile(root, { now: NOW });
  for (const memory of memories) {
    const again = compile(root, { now: NOW, memory });
    assert.deepEqual(told(again), told(cold));
    assert.deepEqual(again.pack?.chunks, cold.pack?.chunks);
  }
}

function told({ diagnostics }: Compiled): unknown {
  return JSON.parse(JSON.stringify(diagnostics));
}

/** Files just changed count as settled, as each change gives another time or size. */
const settled = () => Date.now() + 60_000;

/** Files count as just changed: their times say nothing. */
const unsettled = () => 0;

Deno.test("what was made before gives the same pack and problems after any changes", () => {
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 8 }), (changes) => {
      using folder = temporaryFolderSync();
      const root = `${folder.path}/content`;
      writeTree(root);
      // One believes the times of files, the other has no time to.
      const memories = [createMemory(settled), createMemory(unsettled)];
      assertSame(root, ...memories);
      for (const change of changes) {
        apply(root, change);
        assertSame(root, ...memories);
      }
    }),
    propertyRun(150),
  );
});

Deno.test("a file that changed while its time stood still is read again", () => {
  using folder = temporaryFolderSync();
  const path = `${folder.path}/a.yaml`;
  const memory = createMemory(Date.now);
  const recall = () => memory.file(path, () => {}, () => Deno.readTextFileSync(path));
  for (const text of ["one", "two", "six"]) {
    Deno.writeTextFileSync(path, text);
    Deno.utimeSync(path, 1000, 1000);
    assert.equal(recall(), text);
  }
});

Deno.test("a file is read once, and an item is made once of the same inputs", () => {
  using folder = temporaryFolderSync();
  const path = `${folder.path}/a.yaml`;
  Deno.writeTextFileSync(path, "one");
  const memory = createMemory(settled);
  let made = 0;
  const read = () => memory.file(path, () => {}, () => ++made);
  assert.deepEqual([read(), read()], [1, 1]);
  const item = (inputs: string) => memory.item("a", () => inputs, () => ++made);
  assert.deepEqual([item("x"), item("x"), item("y")], [2, 2, 3]);
});
