import { cp } from "node:fs/promises";
import { TRIO } from "./contents.ts";
import { temporaryFolder } from "./temporary.ts";
import { world } from "./world.ts";

/** The three groups, of which the wrapped one and the bare one show their feeds to everybody. */
export async function openPublic(level: "page" | "feeds" = "feeds") {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await cp("test/fixtures/trio", content, { recursive: true });
  for (const group of ["melati", "kembang"]) {
    const file = `${content}/${group}/group.yaml`;
    await Deno.writeTextFile(file, `${await Deno.readTextFile(file)}\npublic: ${level}\n`);
  }
  const app = await world({ ...TRIO, content });
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
