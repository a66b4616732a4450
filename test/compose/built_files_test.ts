import assert from "node:assert/strict";
import { createCatalog } from "../../src/catalog/catalog.ts";
import { openPack, readPages } from "../../src/catalog/pack.ts";
import { openPackFile } from "../../src/core/built_files.ts";
import { openContentIn, readIndexIn } from "../../src/core/follow.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { packOf } from "../support/compiled.ts";
import { TRIO } from "../support/contents.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("pages that were not read yet are those of the file that was opened, whatever takes its place", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/${PACK_FILE}`;
  const bytes = packOf(TRIO.content);
  Deno.writeFileSync(path, bytes);
  const file = openPackFile(path);
  let closed = 0;
  const close = () => {
    closed++;
    file.close();
  };
  const pack = openPack({ ...file, close }, { isLazy: true });
  const [{ slug, tables }] = pack.index.groups as [typeof pack.index.groups[number]];
  Deno.writeTextFileSync(`${path}.next`, "another");
  Deno.renameSync(`${path}.next`, path);
  const whole = openPack(bytes);
  assert.deepEqual(pack.list(tables.members), whole.list(tables.members));
  assert.equal(createCatalog(pack).groups[0]!.slug, slug);
  assert.equal(closed, 0);
  await readPages(pack, () => Promise.resolve());
  assert.deepEqual(pack.list(tables.shows), whole.list(tables.shows));
  assert.equal(closed, 1);
});

Deno.test("a folder without a pack, and a pack that is cut off, are refused before anything is served", async () => {
  await using folder = await temporaryFolder();
  assert.throws(() => openContentIn(folder.path), {
    name: StartError.name,
    message: /there is none/,
  });
  Deno.writeFileSync(`${folder.path}/${PACK_FILE}`, packOf(TRIO.content).subarray(0, -1));
  assert.throws(() => openContentIn(folder.path), { name: StartError.name, message: /cut off/ });
});

Deno.test("what a pack says of itself is read without its pages", async () => {
  await using folder = await temporaryFolder();
  const bytes = packOf(TRIO.content);
  const { index } = openPack(bytes);
  // Its last page is damaged.
  Deno.writeFileSync(`${folder.path}/${PACK_FILE}`, bytes.with(-9, bytes.at(-9)! ^ 1));
  assert.throws(() => openContentIn(folder.path), { name: StartError.name, message: /damaged/ });
  assert.deepEqual(readIndexIn(folder.path), index);
});
