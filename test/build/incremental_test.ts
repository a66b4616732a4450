import assert from "node:assert/strict";
import fc from "fast-check";
import { cacheBytes, openCache, readCache } from "../../build/cache/build_cache.ts";
import { derived, remembering, sameList } from "../../build/cache/derived.ts";
import { type BuildMemory, createBuildMemory } from "../../build/cache/file_memory.ts";
import { compile, type Compiled } from "../../build/compile.ts";
import { diagnose } from "../../build/diagnose.ts";
import { type ReportDiagnostic, topOf, warningAt } from "../../build/diagnostic/diagnostic.ts";
import { speaking } from "../../build/words/say.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { writeContent } from "../support/content_generator.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { VALID, writeTree } from "./content_tree.ts";
import { anyMutation, mutate } from "./mutations.ts";

/** Of the compiler, as these tests name it. */
const VERSION = "this";

const NOW = Date.parse("2026-07-04T00:00:00Z");

/** A change of a content folder; numbers pick among what is there. */
const anyChange = fc.oneof(
  { weight: 3, arbitrary: fc.record({ edit: fc.nat(), mutation: anyMutation }) },
  { weight: 3, arbitrary: fc.record({ append: fc.nat(), line: anyLine() }) },
  { weight: 2, arbitrary: fc.record({ rename: fc.nat(), to: fc.stringMatching(/^[a-z]{1,3}$/) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ restore: fc.nat() }) },
);
/** What befalls the cache: a part of it is cut off or changed, or another compiler has written it. */
const anyHarm = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ cutAt: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ flipAt: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ version: fc.constantFrom("other", "") }) },
);
type Harm = typeof anyHarm extends fc.Arbitrary<infer T> ? T : never;

const anyTurn = fc.record({ change: anyChange, harm: anyHarm });

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

function apply(root: string, change: Change): ReadonlySet<string> {
  const before = new Set(pathsIn(root));
  const path = changed(root, change);
  if (path !== undefined) Deno.utimeSync(path, time, time++);
  const moved = before.symmetricDifference(new Set(pathsIn(root)));
  return path === undefined ? moved : moved.add(path);
}

/** All files and folders below a folder. */
function pathsIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? [path, ...pathsIn(path)] : [path];
  });
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

/**
 * What comes of a folder with everything that was made before in this process, with everything that is
 * in the cache beside it, and with nothing of either.
 */
function assertSame(root: string, ...memories: readonly BuildMemory[]): void {
  const cache = openCache(`${root}/..`, () => VERSION);
  const cold = compile(root, { now: NOW });
  for (const made of [...memories.map((memory) => ({ memory })), { cache }]) {
    const again = compile(root, { now: NOW, ...made });
    assert.deepEqual(told(again), told(cold));
    assert.deepEqual(again.pack?.chunks, cold.pack?.chunks);
  }
  cache.save(VERSION);
  assert.deepEqual(told({ ...cold, diagnostics: diagnose(root, { now: NOW }) }), told(cold));
}

function harmCache(folder: string, harm: Harm): void {
  const path = `${folder}/build.cache`;
  const bytes = readIfThere(path);
  if (bytes === undefined) return;
  if ("cutAt" in harm) {
    Deno.writeFileSync(path, bytes.subarray(0, Math.floor(harm.cutAt * bytes.length)));
  } else if ("flipAt" in harm) {
    const at = Math.min(bytes.length - 1, Math.floor(harm.flipAt * bytes.length));
    bytes[at] = ~bytes[at]!;
    Deno.writeFileSync(path, bytes);
  } else if ("version" in harm) {
    spoilCache(folder, harm.version);
  }
}

/** Gives every entry of the cache another text, and the cache this version. */
function spoilCache(folder: string, version: string): void {
  const path = `${folder}/build.cache`;
  const bytes = readIfThere(path);
  const entries = bytes === undefined ? [] : [...wholeEntries(bytes).keys()];
  const wrong = '{"spoilt":true\n{"spoilt":true';
  const chunks = cacheBytes(version, new Map(entries.map((name) => [name, wrong])));
  Deno.writeFileSync(path, joinParts(chunks));
}

function wholeEntries(bytes: Uint8Array): Map<string, string> {
  try {
    return readCache(bytes)[1];
  } catch {
    return new Map();
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch {
    return undefined;
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
    fc.property(fc.array(anyTurn, { minLength: 1, maxLength: 8 }), (turns) => {
      using folder = temporaryFolderSync();
      const root = `${folder.path}/content`;
      writeTree(root);
      // One looks at everything, the others at what a watch tells, the last of them at no times of files.
      const [memory, hinted] = [createBuildMemory(settled), createBuildMemory(settled)];
      const fresh = createBuildMemory(unsettled);
      assertSame(root, memory, hinted, fresh);
      for (const { change, harm } of turns) {
        const changed = apply(root, change);
        hinted.expect(changed);
        fresh.expect(changed);
        harmCache(folder.path, harm);
        assertSame(root, memory, hinted, fresh);
      }
    }),
    propertyRun(40),
  );
});

Deno.test("a generated folder gives the same after a member, a show and an article have changed", () => {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeContent(root, { members: 20, shows: 60, news: 20, events: 5, videocalls: 2 });
  const memory = createBuildMemory(settled);
  assertSame(root, memory);
  for (const kind of ["members", "shows", "news", "events", "videocalls"]) {
    const path = `${root}/group1/${kind}`;
    const [first] = [...Deno.readDirSync(path)];
    const text = Deno.readTextFileSync(`${path}/${first!.name}`);
    Deno.writeTextFileSync(`${path}/${first!.name}`, text.replace(/Acara|Theater|Aya|a/, "Zeta"));
    assertSame(root, memory);
  }
  for (const list of ["members", "setlists"]) {
    const [there, away] = [`${root}/group1/${list}`, `${folder.path}/${list}`];
    for (const [from, to] of [[there, away], [away, there]] as const) {
      Deno.renameSync(from, to);
      assertSame(root, memory);
    }
  }
});

Deno.test("a generated folder gives the same after files have come, gone and moved", () => {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeContent(root, { members: 12, shows: 30, news: 8, events: 4, videocalls: 2 });
  const [memory, hinted] = [createBuildMemory(settled), createBuildMemory(settled)];
  assertSame(root, memory, hinted);
  for (const kind of ["members", "shows", "news", "events", "videocalls"]) {
    const files = filesIn(`${root}/group1/${kind}`);
    for (const path of [files[0]!, files[files.length >> 1]!]) {
      const moved = path.replace(/(\.\w+)$/, "-moved$1");
      const text = Deno.readTextFileSync(path);
      const changes = [
        () => Deno.renameSync(path, moved),
        () => Deno.removeSync(moved),
        () => Deno.writeTextFileSync(path, text),
      ];
      for (const change of changes) {
        change();
        hinted.expect(new Set([path, moved]));
        assertSame(root, memory, hinted);
      }
    }
  }
});

Deno.test("a file that changed while its time stood still is read again", () => {
  using folder = temporaryFolderSync();
  const path = `${folder.path}/a.yaml`;
  const memory = createBuildMemory(Date.now);
  const kind = {};
  const recall = () => memory.recall(path, kind, () => {}, () => Deno.readTextFileSync(path));
  for (const text of ["one", "two", "six"]) {
    Deno.writeTextFileSync(path, text);
    Deno.utimeSync(path, 1000, 1000);
    assert.equal(recall(), text);
  }
});

Deno.test("a file that has just changed is read again when a change of it is said, or nothing is", () => {
  using folder = temporaryFolderSync();
  const path = `${folder.path}/a.yaml`;
  Deno.writeTextFileSync(path, "one");
  const memory = createBuildMemory(unsettled);
  const kind = {};
  let reads = 0;
  const recall = () => memory.recall(path, kind, () => {}, () => ++reads);
  const expected = [
    [undefined, 1],
    [new Set([`${folder.path}/b.yaml`]), 1],
    [new Set([path]), 2],
    [undefined, 3],
  ] as const;
  for (const [changed, read] of expected) {
    memory.expect(changed);
    assert.equal(recall(), read);
  }
});

Deno.test("what is derived is made again for another input or language alone, and reports each time", () => {
  const subject = { name: "a" };
  let made = 0;
  const make = (one: typeof subject, input: string, report: ReportDiagnostic) => {
    report(warningAt(topOf(one.name), input));
    return { made: ++made };
  };
  const reports: string[] = [];
  const derive = (input: string) =>
    derived(subject, [input], make, ({ message }) => void reports.push(message)).made;
  const first = remembering(true, () => [derive("x"), derive("x"), derive("y"), derive("y")]);
  assert.deepEqual(first, [1, 1, 2, 2]);
  assert.deepEqual(reports, ["x", "x", "y", "y"]);
  assert.equal(remembering(true, () => speaking("id", () => derive("y"))), 3);
  assert.deepEqual([derive("y"), derive("y")], [4, 5]);
});

Deno.test("a list stays the same object while all in it is the same", () => {
  const owner = {};
  const keep = (name: string, ...list: number[]) => sameList(owner, name, list);
  remembering(true, () => {
    const list = keep("a", 1, 2);
    assert.equal(keep("a", 1, 2), list);
    assert.notEqual(keep("b", 1, 2), list);
    for (const other of [keep("a", 1), keep("a", 1, 3), keep("a", 3, 1)]) {
      assert.notEqual(other, list);
    }
  });
});

Deno.test("what the cache has is taken from it; what another compiler wrote is not", () => {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root);
  const build = (version: string) => {
    const cache = openCache(folder.path, () => version);
    const { pack } = compile(root, { now: NOW, cache });
    cache.save(version);
    return new TextDecoder().decode(new Uint8Array(pack!.chunks.flatMap((chunk) => [...chunk])));
  };
  const cold = build(VERSION);
  spoilCache(folder.path, VERSION);
  assert.match(build(VERSION), /"spoilt":true/);
  assert.equal(build("next"), cold);
  assert.equal(build(VERSION), cold);
});

Deno.test("the cache drops what the last build did not ask for", () => {
  using folder = temporaryFolderSync();
  const open = () => openCache(folder.path, () => VERSION);
  const [first, second] = [open(), open()];
  for (const name of ["kept", "dropped"]) first.keep(name, "one");
  first.save(VERSION);
  const again = open();
  assert.deepEqual([again.find("kept"), second.find("kept")], ["one", undefined]);
  assert.ok(again.isUnsaved);
  again.save(VERSION);
  const names = [...wholeEntries(readIfThere(`${folder.path}/build.cache`)!).keys()];
  assert.deepEqual(names, ["kept"]);
});
