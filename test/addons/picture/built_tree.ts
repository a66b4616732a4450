import { compile, type CompiledPack } from "../../../build/compile.ts";
import { formatDiagnostics } from "../../../build/diagnostic/format.ts";
import { writePictures } from "../../../build/picture/published_pictures.ts";
import { joinParts } from "../../../src/catalog/phases.ts";
import { PACK_FILE } from "../../../src/model/pack.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Content in `content`, and what was built of it in `out`, with its pictures. */
export async function builtTree(files: TreeFiles) {
  const folder = await temporaryFolder();
  const [content, out] = [`${folder.path}/content`, `${folder.path}/out`];
  writeTree(content, files);
  Deno.mkdirSync(out);
  const build = (): CompiledPack => {
    const { pack, diagnostics } = compile(content);
    if (pack === undefined) throw new Error(formatDiagnostics(diagnostics));
    writePictures(out, pack.pictures, false);
    Deno.writeFileSync(`${out}/${PACK_FILE}`, joinParts(pack.chunks));
    return pack;
  };
  const pack = build();
  return { content, out, pack, build, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
