import assert from "node:assert/strict";
import { command, permissionsOf, until } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { VALID, writeTree } from "./content_tree.ts";
import { assertWhole } from "./whole_pack.ts";

const MEMBER = "groupa/members/aya-putri.yaml";

Deno.test("watch builds after each change, tells mistakes, and goes on when they are mended", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  await using watcher = await startWatching(env);

  writeTree(env.CONTENT_DIR, { [MEMBER]: "name: Aya Satu\n" });
  await watcher.says(/^Built (\w+)/m);
  const first = watcher.build();

  watcher.forget();
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Dua\n" });
  await watcher.says(/Did you mean "name"\?[\s\S]*^Nothing was written: /m);
  assert.equal(watcher.build(), first);

  watcher.forget();
  Deno.renameSync(`${env.CONTENT_DIR}/${MEMBER}`, `${env.CONTENT_DIR}/groupa/members/.saved`);
  writeTree(env.CONTENT_DIR, { ...VALID, [MEMBER]: "name: Aya Tiga\n" });
  await watcher.says(
    /^~ member Aya Tiga \(groupa\/aya-putri\): name Aya Satu → Aya Tiga; nothing else$/m,
  );
  assert.notEqual(watcher.build(), first);
});

Deno.test("watch hears of changes in a folder that was removed and made again", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  await using watcher = await startWatching(env);
  for (const round of ["Satu", "Dua"]) {
    Deno.removeSync(env.CONTENT_DIR, { recursive: true });
    await watcher.says(/^Cannot find .*: what was built stays/m);
    watcher.forget();
    writeTree(env.CONTENT_DIR, { [MEMBER]: `name: Aya ${round}\n` });
    await watcher.says(/^Watching .*another folder[\s\S]*^Built /m);
    watcher.forget();
    writeTree(env.CONTENT_DIR, { [MEMBER]: `name: Aya ${round} Lagi\n` });
    await watcher.says(/^Built /m);
    watcher.forget();
  }
});

Deno.test("watch hears of changes in the folder that a link was moved to", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  const lead = (to: string) => {
    Deno.symlinkSync(`${folder.path}/${to}`, `${folder.path}/link`);
    Deno.renameSync(`${folder.path}/link`, env.CONTENT_DIR);
  };
  writeTree(`${folder.path}/one`);
  writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Dua\n" });
  lead("one");
  await using watcher = await startWatching(env);
  lead("two");
  await watcher.says(/^Watching .*another folder[\s\S]*^Built /m);
  const second = watcher.build();
  watcher.forget();
  writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Tiga\n" });
  await watcher.says(/^Built /m);
  assert.notEqual(watcher.build(), second);
});

Deno.test("a watch that is told since when builds what was saved before it began", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  const since = String(Date.now() - 1_000);
  writeTree(env.CONTENT_DIR);
  await using watcher = await startWatching(env, "--with-parent", since);
  await watcher.says(/^Built /m);
});

/** `build/main.ts watch` with further words in a process of its own, which watches already. */
async function startWatching(
  env: { CONTENT_DIR: string; OUT_DIR: string },
  ...words: readonly string[]
) {
  const args = ["run", ...await permissionsOf("build", env), "build/main.ts", "watch", ...words];
  // The input stays open: a watch with a parent ends with it.
  const process = command(args, env, { stdin: "piped" }).spawn();
  let printed = "";
  const reading = process.stderr
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeTo(new WritableStream({ write: (text) => void (printed += text) }));
  const says = (pattern: RegExp) => until(() => pattern.test(printed));
  await says(/^Watching /m);
  return {
    says,
    /** From here on only what is printed anew counts. */
    forget: () => printed = "",
    /** Names what was built last. */
    build: () => assertWhole(Deno.readFileSync(`${env.OUT_DIR}/oshibase.pack`)).index.build,
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await Promise.all([reading, process.stdout.cancel(), process.stdin.close(), process.status]);
    },
  };
}
