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
  const args = ["run", ...await permissionsOf("build", env), "build/main.ts", "watch"];
  const watcher = command(args, env).spawn();
  let printed = "";
  const reading = watcher.stderr.pipeThrough(
    new TextDecoderStream() as TransformStream<Uint8Array, string>,
  )
    .pipeTo(new WritableStream({ write: (text) => void (printed += text) }));
  const says = (pattern: RegExp) => until(() => pattern.test(printed));
  const build = () => assertWhole(Deno.readFileSync(`${env.OUT_DIR}/oshibase.pack`)).index.build;

  await says(/^Watching /m);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "name: Aya Satu\n" });
  await says(/^Built (\w+)/m);
  const first = build();

  printed = "";
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Dua\n" });
  await says(/Did you mean "name"\?[\s\S]*^Nothing was written: /m);
  assert.equal(build(), first);

  printed = "";
  Deno.renameSync(`${env.CONTENT_DIR}/${MEMBER}`, `${env.CONTENT_DIR}/groupa/members/.saved`);
  writeTree(env.CONTENT_DIR, { ...VALID, [MEMBER]: "name: Aya Tiga\n" });
  await says(/^Built /m);
  assert.notEqual(build(), first);

  watcher.kill("SIGTERM");
  await Promise.all([reading, watcher.stdout.cancel(), watcher.status]);
});
