import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { compilerVersion, PROGRAM_FILE } from "../../build/cache/compiler_version.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder, temporaryFolderSync } from "../support/temporary.ts";
import { writeTree } from "./content_tree.ts";

const SOURCES = ["build/a.ts", "build/b/c.md", "src/d.ts", "deno.json", "deno.lock"];

Deno.test("another text, name or number of the program's files is another compiler", () => {
  using folder = temporaryFolderSync();
  const at = (name: string) => `${folder.path}/${name}`;
  const version = () => compilerVersion(folder.path, Infinity);
  assert.equal(version(), undefined);
  for (const name of ["build/b", "build/out", "src"]) Deno.mkdirSync(at(name), { recursive: true });
  const seen = new Set<string | undefined>();
  for (const name of SOURCES) Deno.writeTextFileSync(at(name), "one");
  seen.add(version());
  for (const name of SOURCES) {
    const { atime, mtime } = Deno.statSync(at(name));
    Deno.writeTextFileSync(at(name), "two");
    Deno.utimeSync(at(name), atime!, mtime!);
    seen.add(version());
  }
  Deno.renameSync(at("build/a.ts"), at("build/e.ts"));
  seen.add(version());
  Deno.writeTextFileSync(at("src/f.ts"), "");
  seen.add(version());
  assert.equal(seen.size, SOURCES.length + 3);
  assert.ok(!seen.has(undefined));
  assert.equal(compilerVersion(folder.path, Date.now() - 60_000), undefined);
  const before = version();
  Deno.writeTextFileSync(at("build/out/pack"), "made");
  assert.equal(version(), before);
});

Deno.test("the program's files are read again once one of them has changed, and only then", () => {
  using folder = temporaryFolderSync();
  const at = (name: string) => `${folder.path}/${name}`;
  for (const name of ["build/b", "src"]) Deno.mkdirSync(at(name), { recursive: true });
  for (const name of SOURCES) Deno.writeTextFileSync(at(name), "one");
  const kept = at(`build/kept/${PROGRAM_FILE}`);
  const version = (now?: number) => compilerVersion(folder.path, Infinity, now);
  const first = version();
  assert.equal(existsSync(kept), false, "a file that is as new may change again unseen");
  const later = Date.now() + 60_000;
  assert.equal(version(later), first);
  const [marked, name] = Deno.readTextFileSync(kept).split("\n");
  assert.equal(name, first);
  Deno.writeTextFileSync(kept, `${marked}\nwithout reading`);
  assert.equal(version(later), "without reading");
  Deno.writeTextFileSync(at("src/d.ts"), "other");
  assert.notEqual(version(later), "without reading");
  assert.notEqual(version(later), first);
  Deno.writeTextFileSync(kept, "broken");
  Deno.writeTextFileSync(at("src/d.ts"), "one");
  assert.equal(version(later), first);
});

Deno.test("a build gives the same files with its cache, without it, and where another lay there", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  const build = async () => {
    const { code, stderr } = await runTask("build", env);
    assert.equal(code, 0, stderr);
    return ["oshibase.pack", "site.pack"].map((name) =>
      Deno.readFileSync(`${env.OUT_DIR}/${name}`)
    );
  };
  const cold = await build();
  const writtenAt = Deno.statSync(`${env.OUT_DIR}/site.pack`).ino;
  assert.deepEqual(await build(), cold);
  assert.equal(Deno.statSync(`${env.OUT_DIR}/site.pack`).ino, writtenAt, "it was written again");
  Deno.writeTextFileSync(`${env.OUT_DIR}/site.pack`, "another");
  assert.deepEqual(await build(), cold);
  Deno.writeTextFileSync(`${env.OUT_DIR}/build.cache`, "another");
  assert.deepEqual(await build(), cold);
  Deno.removeSync(env.OUT_DIR, { recursive: true });
  assert.deepEqual(await build(), cold);
});
