import { writeStamp } from "../../build/emit/build_stamp.ts";
import { type BuildStamp, STAMP_FILE } from "../../src/model/build_stamp.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { SITE_FILE } from "../../src/model/site_pack.ts";
import { openComparedPack } from "../../build/pack/opened_pack.ts";
import { keptFor } from "./kept.ts";
import { buildContent } from "./server.ts";

const FILES = [SITE_FILE, STAMP_FILE, PACK_FILE];

/** The file of pictures, which the pack names; empty if there are none. */
const PICTURES = "pictures";

/** The folders of a place where servers are started. */
export interface BuildFolders extends Record<string, string> {
  readonly OUT_DIR: string;
}

/**
 * Puts into OUT_DIR what `deno task build` makes of CONTENT_DIR (`content`): what is kept of the same
 * files, else what the command makes. The stamp says that it was built now.
 *
 * @throws {Error} with what the command says, where the content has errors
 */
export async function placeBuild(env: BuildFolders): Promise<void> {
  const { OUT_DIR, CONTENT_DIR = "content" } = env;
  const kept = keptFor({ content: CONTENT_DIR }, [...FILES, PICTURES]);
  const files = kept?.read();
  if (files === undefined) {
    const { success, stderr } = await buildContent(env);
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const made = FILES.map((name) => Deno.readFileSync(`${OUT_DIR}/${name}`));
    const name = picturesOf(made[2]!);
    kept?.write([
      ...made,
      name === undefined ? new Uint8Array() : Deno.readFileSync(`${OUT_DIR}/${name}`),
    ]);
    return;
  }
  const [site, stamp, pack, pictures] = files;
  const { build }: BuildStamp = JSON.parse(new TextDecoder().decode(stamp));
  await Deno.mkdir(OUT_DIR, { recursive: true });
  await Deno.writeFile(`${OUT_DIR}/${SITE_FILE}`, site!);
  writeStamp(OUT_DIR, { build, now: Date.now() }, false);
  const name = picturesOf(pack!);
  if (name !== undefined) await Deno.writeFile(`${OUT_DIR}/${name}`, pictures!);
  await Deno.writeFile(`${OUT_DIR}/${PACK_FILE}`, pack!);
}

function picturesOf(pack: Uint8Array): string | undefined {
  return openComparedPack(pack, PACK_FILE).index.pictures;
}
