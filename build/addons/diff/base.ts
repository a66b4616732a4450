import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { PACK_FILE } from "../../../src/model/pack.ts";
import { compile } from "../../compile.ts";
import { countDiagnostics, formatDiagnostics } from "../../diagnostic/format.ts";
import { openComparedPack, type OpenedPack } from "../../pack/opened_pack.ts";
import { isFile } from "../../read/there.ts";
import { git, gitWith } from "../../task/git.ts";
import { TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

interface BaseOptions {
  /** The content folder as it is now. */
  readonly root: string;
  /** OUT_DIR. */
  readonly out: string;
  /** The folder from which paths are written. */
  readonly from: string;
}

/**
 * Opens what content is compared with: what is served, where nothing is named; else a folder of
 * content, an OUT_DIR, a pack or a git revision, whichever is there first. `name` is what people call it.
 *
 * @throws {TaskError} where there is none of that name, or it cannot be read
 */
export function openBase(
  name: string | undefined,
  { root, out, from }: BaseOptions,
): { readonly name: string; readonly pack: OpenedPack } {
  if (name === undefined) {
    const path = `${out}/${PACK_FILE}`;
    if (isFile(path)) return { name: say`what is served`, pack: openPackFile(path) };
    throw new TaskError(
      say`Nothing is served yet: ${path} is not there. Run deno task build first, or name a folder,
        a pack or a git revision to compare with`,
    );
  }
  const path = resolve(from, name);
  if (isFile(path)) return { name, pack: openPackFile(path) };
  if (isFile(`${path}/${PACK_FILE}`)) return { name, pack: openPackFile(`${path}/${PACK_FILE}`) };
  if (isFile(`${path}/site.yaml`)) return { name, pack: compiledPack(path, name) };
  const pack = name.startsWith("-") ? undefined : packOfRevision(root, name, out);
  if (pack !== undefined) return { name, pack };
  throw new TaskError(
    say`Cannot find "${name}": expected a folder of content, a pack or a git revision. In a checkout
      of one commit, other revisions have to be fetched first`,
    WRONG_CALL,
  );
}

function openPackFile(path: string): OpenedPack {
  return openComparedPack(Deno.readFileSync(path), path);
}

/**
 * Compiles content.
 *
 * @throws {TaskError} where the content has errors
 */
export function compiledPack(root: string, name: string): OpenedPack {
  const { pack, errors } = compile(root);
  if (pack !== undefined) return openComparedPack(Buffer.concat(pack.chunks), name);
  throw new TaskError(
    `${formatDiagnostics(errors)}\n${say`Cannot compare ${name}: ${countDiagnostics(errors)}`}`,
  );
}

/**
 * Compiles the content folder as it was at a revision, in a folder below OUT_DIR, by way of an index of its
 * own: the repository, its index and the files in it stay as they are. Undefined where git knows no such
 * revision.
 *
 * @throws {TaskError} where there was no content then, or git cannot write it
 */
function packOfRevision(root: string, revision: string, out: string): OpenedPack | undefined {
  const commit = git(root, "rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  const top = git(root, "rev-parse", "--show-toplevel");
  if (commit === undefined || top === undefined) return undefined;
  Deno.mkdirSync(out, { recursive: true });
  const target = resolve(Deno.makeTempDirSync({ dir: out, prefix: ".diff-" }));
  try {
    const folder = (git(root, "rev-parse", "--show-prefix") ?? "").replace(/\/$/, "");
    const index = { GIT_INDEX_FILE: `${target}/index` };
    if (gitWith(index, root, "read-tree", `${commit}:${folder}`) === undefined) {
      throw new TaskError(say`Cannot compare with ${revision}: it has no folder ${folder || root}`);
    }
    const files = `--prefix=${target}/content/`;
    if (gitWith(index, top, "checkout-index", "--all", "--force", files) === undefined) {
      throw new TaskError(say`Cannot read ${revision}: git cannot write its files into ${out}`);
    }
    return compiledPack(`${target}/content`, revision);
  } finally {
    Deno.removeSync(target, { recursive: true });
  }
}
