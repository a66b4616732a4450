import assert from "node:assert/strict";
import { keptFor } from "./kept.ts";
import { temporaryFolder } from "./temporary.ts";

const NAMES = ["one", "two"];
const FILES = NAMES.map((name) => new TextEncoder().encode(`made: ${name}`));

/** A content folder of one file, and a folder where what is made of it is kept. */
async function place() {
  const folder = await temporaryFolder();
  const [content, kept] = [`${folder.path}/content`, `${folder.path}/kept`];
  Deno.mkdirSync(`${content}/a`, { recursive: true });
  Deno.writeTextFileSync(`${content}/a/b.yaml`, "c: 1\n");
  const open = () => keptFor({ content }, NAMES, kept)!;
  const names = () =>
    [...Deno.readDirSync(kept)].map(({ name }) => name).filter((name) => name !== "swept");
  const close = () => folder[Symbol.asyncDispose]();
  return { content, kept, names, open, [Symbol.asyncDispose]: close };
}

Deno.test("what is made of a folder is kept until one of its files has other bytes or another name", async () => {
  await using at = await place();
  const file = `${at.content}/a/b.yaml`;
  assert.equal(at.open().read(), undefined);
  at.open().write(FILES);
  assert.deepEqual(at.open().read(), FILES);
  Deno.writeTextFileSync(file, "c: 2\n");
  assert.equal(at.open().read(), undefined);
  Deno.writeTextFileSync(file, "c: 1\n");
  assert.deepEqual(at.open().read(), FILES);
  Deno.renameSync(file, `${at.content}/b.yaml`);
  assert.equal(at.open().read(), undefined);
});

Deno.test("a kept file that is cut off, changed or gone is made again", async () => {
  await using at = await place();
  const spoil: ((path: string) => void)[] = [
    (path) => Deno.truncateSync(path, 40),
    (path) => Deno.truncateSync(path, 0),
    (path) => Deno.writeTextFileSync(path, "x", { append: true }),
    (path) => Deno.removeSync(path),
  ];
  for (const change of spoil) {
    at.open().write(FILES);
    const name = at.names().find((name) => name.endsWith(".two"))!;
    change(`${at.kept}/${name}`);
    assert.equal(at.open().read(), undefined);
  }
  at.open().write(FILES);
  assert.deepEqual(at.open().read(), FILES);
  assert.equal(at.names().length, FILES.length, "no draft is left");
});

Deno.test("what was not made again for a day is removed by what is kept an hour after the last look", async () => {
  await using at = await place();
  at.open().write(FILES);
  for (const name of at.names()) Deno.utimeSync(`${at.kept}/${name}`, 1, 1);
  Deno.writeTextFileSync(`${at.content}/a/b.yaml`, "c: 2\n");
  at.open().write(FILES);
  assert.equal(at.names().length, 2 * FILES.length, "it was looked for them just now");
  Deno.utimeSync(`${at.kept}/swept`, 1, 1);
  at.open().write(FILES);
  assert.equal(at.names().length, FILES.length);
});

Deno.test("what a text names is kept apart from what another names", async () => {
  await using at = await place();
  const open = (text: string) => keptFor({ text }, NAMES, at.kept)!;
  open("one").write(FILES);
  assert.deepEqual(open("one").read(), FILES);
  assert.equal(open("other").read(), undefined);
  assert.equal(at.open().read(), undefined);
});
