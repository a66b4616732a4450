import assert from "node:assert/strict";
import { comparePacks } from "../../build/diff/compare_packs.ts";
import { comparedPack } from "../../build/pack/opened_pack.ts";
import { createChapters } from "../contract/recording/chapters.ts";
import { play } from "../contract/recording/play.ts";
import type { Exchange } from "../contract/recording/transcript.ts";
import type { RecordedRequest } from "../contract/recording/request_line.ts";
import { writeContent } from "../support/content_generator.ts";
import { PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { isWhole } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { compiled, copyPublished, exportAndImport, exportInto, filesBelow } from "./exported.ts";

/** Named by the bytes of the pack, or of all that was answered. */
const BY_BUILD = ["etag", "repr-digest"];

/** With how many pictures they have at least. */
const CONTENTS = [
  ...isWhole() ? [{ ...REPOSITORY, content: "test/fixtures/shipped", pictures: 20 }] : [],
  { ...TRIO, pictures: 0 },
];

for (const { content, now, pictures } of CONTENTS) {
  const chapters = createChapters().filter((chapter) => chapter.content === content)
    .map((chapter) => ({ ...chapter, requests: laterThan(now, chapter.requests) }));
  Deno.test(`an export of ${content} that is imported has the same files, and answers all that is recorded alike`, async () => {
    await using folder = await temporaryFolder();
    await using other = await temporaryFolder();
    const before = `${folder.path}/before`;
    const at = Date.parse(now);
    await copyPublished(content, before, at);
    const { lost, content: after } = await exportAndImport(folder.path, before, at);
    assert.deepEqual(lost, []);
    assertSameFiles(`${folder.path}/data`, await exportInto(other.path, after, at), pictures);
    let count = 0;
    for (const chapter of chapters) {
      const [old, fresh] = [await answersOf(chapter, before), await answersOf(chapter, after)];
      assert.equal(fresh.length, old.length);
      old.forEach((answer, place) => assert.deepEqual(fresh[place], answer, chapter.name));
      count += old.length;
    }
    assert.ok(count > 500, `${count} answers`);
  });
}

function assertSameFiles(before: string, after: string, least: number): void {
  const digests = (data: string) =>
    JSON.parse(Deno.readTextFileSync(`${data}/dataset.json`)).groups;
  assert.deepEqual(digests(after), digests(before));
  const pictures = filesBelow(before).filter((path) => path.startsWith(`${before}/media/`));
  assert.ok(pictures.length >= least, `${pictures.length} pictures`);
  for (const path of pictures) {
    const again = Deno.readFileSync(path.replace(before, after));
    assert.deepEqual(again, Deno.readFileSync(path), path);
  }
}

/** An export has no item's first instant: it answers from its own instant on. */
function laterThan(now: string, requests: readonly RecordedRequest[]): RecordedRequest[] {
  let isLater = true;
  return requests.filter(({ at }) => {
    if (at !== undefined) isLater = Date.parse(at) >= Date.parse(now);
    return isLater;
  });
}

async function answersOf(
  chapter: ReturnType<typeof createChapters>[number],
  content: string,
): Promise<Exchange[]> {
  const answers = await play({ ...chapter, content });
  return answers.map(({ headers, ...answer }) => ({
    ...answer,
    headers: headers.filter((line) => !BY_BUILD.includes(line.split(":")[0]!)),
  }));
}

const NOW = Date.parse(REPOSITORY.now);

for (const seed of isWhole() ? [1, 2, 3] : [1]) {
  Deno.test(`invented content ${seed} that is exported and imported has the same items`, async () => {
    await using folder = await temporaryFolder();
    const before = `${folder.path}/before`;
    const size = isWhole()
      ? { groups: 2, members: 40, shows: 120, news: 60, events: 20, videocalls: 8 }
      : { groups: 2, members: 12, shows: 30, news: 12, events: 8, videocalls: 4 };
    writeContent(before, size, seed);
    const { lost, content: after } = await exportAndImport(folder.path, before, NOW);
    assert.deepEqual(lost, []);
    assertSameItems(before, after);
  });
}

Deno.test("articles full of script come back as they were, but for empty lines", async () => {
  await using folder = await temporaryFolder();
  await using other = await temporaryFolder();
  const { lost, content } = await exportAndImport(folder.path, PERILOUS.content, NOW);
  assert.deepEqual(lost, []);
  const again = await exportInto(other.path, content, NOW);
  const [before, after] = [`${folder.path}/data`, again].map((data) =>
    ["awas", "waspada"].map((group) =>
      Deno.readTextFileSync(`${data}/${group}.ndjson`).replace(/(?:\\n)+/g, "\\n")
    )
  );
  assert.deepEqual(after, before);
});

function assertSameItems(before: string, after: string): void {
  const [old, fresh] = [before, after].map((content) => {
    const { index, pages } = compiled(content);
    return comparedPack(index, pages);
  });
  const differences = comparePacks(old!, fresh!, { now: -Infinity, isPublic: false });
  // A day of video calls has the name of its day: no answer has the name of its file.
  const others = differences.filter(({ kind }) => kind !== "videocall");
  assert.deepEqual(
    others.map(({ group, kind, id, change, fields }) => [group, kind, id, change, fields]),
    [],
  );
}
