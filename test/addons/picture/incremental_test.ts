import assert from "node:assert/strict";
import { createMemory } from "../../../build/memory.ts";
import { compile } from "../../../build/compile.ts";
import { joinParts } from "../../../src/catalog/phases.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { makeJpeg, makePng } from "./picture_files.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const ARTICLE = "groupa/news/2026-01-03-jadwal.md";
const article = (name: string) =>
  `---\ntitle: Jadwal\ndate: 2026-01-03\nimage: pictures/${name}\n---\n\n![x](pictures/${name})\n`;
const member = (name: string) => `name: Aya Putri\nnicknames: [Aya]\nimg: pictures/${name}\n`;
const MEMBER = "groupa/members/aya-putri.yaml";

const START: TreeFiles = {
  "groupa/pictures/a.png": makePng(),
  "groupa/pictures/b.png": makePng({ seed: 2 }),
  [MEMBER]: member("a.png"),
  [ARTICLE]: article("a.png"),
  "groupa/setlists/jendela-pagi.yaml":
    "name: Jendela Pagi\nsongs: [Peluit]\nimage: pictures/b.png\n",
};

/** Saves of an editor, one after the other; null removes a file. */
const SAVES: readonly TreeFiles[] = [
  { "groupa/pictures/a.png": makePng({ seed: 9, width: 30 }) },
  { [MEMBER]: member("b.png") },
  { [ARTICLE]: article("b.png") },
  { [MEMBER]: member("missing.png") },
  { "groupa/pictures/missing.png": makePng({ seed: 5 }) },
  { "groupa/pictures/missing.png": null },
  { "groupa/pictures/missing.png": makeJpeg() },
  { "groupa/pictures/missing.png": makePng({ seed: 6, orientation: 6, hasPosition: true }) },
  { [MEMBER]: `${member("a.png")}draft: true\n` },
  { [MEMBER]: `${member("a.png")}publish_at: 2027-01-01T00:00:00Z\n` },
  { "groupa/group.yaml": "name: Group A\nfamily: bare\nimage: pictures/a.png\n" },
  { "groupa/pictures/new.png": makePng({ seed: 7 }) },
];

Deno.test("after each save of a picture, or of what names one, a build is that from nothing", async () => {
  await using folder = await temporaryFolder();
  const root = folder.path;
  writeTree(root, START);
  // All are taken for settled: each save makes other bytes or another number of them.
  const memory = createMemory(() => Date.now() + 60_000);
  compile(root, { memory });
  for (const [place, files] of SAVES.entries()) {
    for (const [name, content] of Object.entries(files)) {
      if (content === null) Deno.removeSync(`${root}/${name}`);
      else Deno.writeFileSync(`${root}/${name}`, bytesOf(content));
    }
    const [watched, whole] = [compile(root, { memory }), compile(root)];
    assert.deepEqual(
      watched.diagnostics.map(({ message }) => message),
      whole.diagnostics.map(({ message }) => message),
      `${place}`,
    );
    assert.equal(watched.pack === undefined, whole.pack === undefined, `${place}`);
    if (watched.pack === undefined || whole.pack === undefined) continue;
    assert.deepEqual(watched.pack.pictures, whole.pack.pictures, `${place}`);
    assert.deepEqual(joinParts(watched.pack.chunks), joinParts(whole.pack.chunks), `${place}`);
  }
});

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
