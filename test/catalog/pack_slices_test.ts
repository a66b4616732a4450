import assert from "node:assert/strict";
import { compile, type CompiledPack } from "../../build/compile.ts";
import { writeChanges } from "../../build/emit/pack_bytes.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { openPack, openPackInSlices, type Pack, readPages } from "../../src/catalog/pack.ts";
import { CHANGES_FILE, type Span } from "../../src/model/pack.ts";
import type { PackIndex } from "../../src/model/pack_index.ts";
import { assertReadable } from "../build/whole_pack.ts";
import { writeContent } from "../support/content_generator.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

const SIZE = { members: 30, shows: 450, news: 40, events: 10, videocalls: 3 };

/** Opens a pack in slices, and says how many bytes were read of its pages. */
async function openAfter(pack: CompiledPack, known: Pack | undefined) {
  const file = joinParts(pack.chunks);
  let bytesRead = 0;
  const opened = await openPackInSlices({
    read(at, length) {
      bytesRead += length;
      return Promise.resolve(file.slice(at, at + length));
    },
    pause: () => Promise.resolve(),
    known,
  }, listsOf);
  return { opened, bytesRead: bytesRead - pack.chunks[0]!.length - pack.chunks[1]!.length };
}

function listsOf({ groups }: PackIndex): ReadonlyMap<string, readonly Span[]> {
  return new Map(groups.flatMap(({ tables }) => Object.entries(tables)));
}

function piecesOf(index: PackIndex): Span[] {
  return [...listsOf(index).values()].flat();
}

function assertEqualPacks(one: Pack, other: Pack): void {
  assert.deepEqual(one.index, other.index);
  for (const piece of piecesOf(other.index)) {
    assert.deepEqual(one.list([piece]), other.list([piece]));
    assert.deepEqual(one.bytes(piece), other.bytes(piece));
  }
  assertReadable(one);
}

Deno.test("a pack that is opened beside the one before is the same, and reads what is new alone", async () => {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeContent(root, SIZE);
  const group = `${root}/group1`;
  const show = [...Deno.readDirSync(`${group}/shows`)].map(({ name }) => name).sort()[200]!;
  const text = Deno.readTextFileSync(`${group}/shows/${show}`);
  const changes: readonly [share: number, change: () => void][] = [
    [0, () => {}],
    [0.4, () => Deno.writeTextFileSync(`${group}/shows/${show}`, `${text}team: Pagi\n`)],
    [0.7, () => Deno.removeSync(`${group}/shows/${show}`)],
    [0.7, () => Deno.writeTextFileSync(`${group}/shows/a-${show}`, text)],
    [1, () => Deno.writeTextFileSync(`${group}/group.yaml`, "name: Lain\nfamily: bare\n")],
  ];
  const first = await openAfter(compile(root).pack!, undefined);
  assert.ok(first.opened.index.pages.length > 9);
  let known = first.opened;
  for (const [share, change] of changes) {
    change();
    const pack = compile(root).pack!;
    const { opened, bytesRead } = await openAfter(pack, known);
    assertEqualPacks(opened, openPack(joinParts(pack.chunks)));
    assert.ok(bytesRead <= share * first.bytesRead, `${bytesRead} of ${first.bytesRead}`);
    known = opened;
  }
});

Deno.test("what a build hands over opens as the whole pack does, beside the pack before and no other", async () => {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeContent(root, SIZE);
  const before = compile(root).pack!;
  const shows = `${root}/group1/shows`;
  const show = [...Deno.readDirSync(shows)].map(({ name }) => name).sort()[200]!;
  Deno.writeTextFileSync(`${shows}/${show}`, "team: Pagi\n", { append: true });
  const after = compile(root).pack!;
  writeChanges(folder.path, after, before.index.pages);
  const file = Deno.readFileSync(`${folder.path}/${CHANGES_FILE}`);
  const open = (known: Pack | undefined) =>
    openPackInSlices({
      read: (at, length) => Promise.resolve(file.slice(at, at + length)),
      pause: () => Promise.resolve(),
      known,
      isPartial: true,
    }, listsOf);
  const whole = openPack(joinParts(after.chunks));
  const bytes = joinParts(before.chunks);
  for (const known of [openPack(bytes), openPack(bytes, { isLazy: true })]) {
    assertEqualPacks(await open(known), whole);
  }
  await assert.rejects(open(undefined), /damaged|cut off/);
  // What was not checked of the pack before is checked when it is read.
  assert.deepEqual(after.index.pages.at(-1), before.index.pages.at(-1));
  bytes[bytes.length - 9]! ^= 1;
  const damaged = await open(openPack(bytes, { isLazy: true }));
  await assert.rejects(readPages(damaged, () => Promise.resolve()), /damaged/);
});

Deno.test("what nobody has asked a pack for is not parsed of the next one before somebody asks", async () => {
  using folder = temporaryFolderSync();
  writeContent(folder.path, SIZE);
  const pack = compile(folder.path).pack!;
  const known = openPack(joinParts(pack.chunks));
  const { shows, news } = known.index.groups[0]!.tables;
  known.list(shows);
  const { opened } = await openAfter(pack, known);
  const isParsed = (pieces: readonly Span[]) =>
    pieces.every(([address]) => opened.parts.lists.has(address));
  assert.deepEqual([isParsed(shows), isParsed(news)], [true, false]);
  const { opened: alone } = await openAfter(pack, undefined);
  assert.ok(piecesOf(alone.index).every(([address]) => alone.parts.lists.has(address)));
});

Deno.test("a page that is damaged is refused, though others are known", async () => {
  using folder = temporaryFolderSync();
  writeContent(folder.path, { members: 3, shows: 5, news: 2, events: 1, videocalls: 1 });
  const before = openPack(joinParts(compile(folder.path).pack!.chunks));
  const path = `${folder.path}/group1/members/${
    [...Deno.readDirSync(`${folder.path}/group1/members`)][0]!.name
  }`;
  Deno.writeTextFileSync(path, "name: Aya\n");
  const after = compile(folder.path).pack!;
  const known = new Set(before.index.pages.map(([, , hash]) => hash));
  const place = after.pages.findIndex((page, place) =>
    !known.has(after.index.pages[place]![2]) && page.length > 0
  );
  after.pages[place]![0]! ^= 1;
  await assert.rejects(openAfter(after, before), /damaged/);
});
