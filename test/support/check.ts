import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { compile, diagnose } from "../../build/compile.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { temporaryFolderSync } from "./temporary.ts";
import { wordsOf } from "../../build/words/say.ts";

/** What the compiler says of files, and what they hold after `--fix`, if that was asked for. */
export interface Checked {
  /** `warning groupa/news/x.md:3: message`, by file. */
  readonly messages: readonly string[];
  /** Undefined where there are errors. */
  readonly pack: Uint8Array | undefined;
  /** The text of one of the files, as it is now. */
  text(file: string): string;
}

/** Checks files over the small valid content. */
export function check(files: TreeFiles, { fix = false } = {}): Checked {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  if (fix) fixContent(() => diagnose(root));
  const texts = new Map(textsIn(root));
  const { pack, diagnostics } = compile(root);
  const messages = diagnostics.map(({ severity, place, message }) =>
    `${severity} ${place.file.slice(root.length + 1)}:${place.line}: ${wordsOf(message)}`
  );
  return { messages, pack: pack && joinParts(pack.chunks), text: (file) => texts.get(file)! };
}

function* textsIn(root: string, below = ""): Generator<[string, string]> {
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${below}`)) {
    if (isDirectory) yield* textsIn(root, `${below}${name}/`);
    else yield [below + name, Deno.readTextFileSync(`${root}/${below}${name}`)];
  }
}
