import { resolve } from "node:path";
import { PACK_FILE } from "../../../src/model/pack.ts";
import { countDiagnostics, formatDiagnostics } from "../../diagnostic/format.ts";
import { isFile } from "../../read/there.ts";
import { Buffer } from "node:buffer";
import { openComparedPack, type OpenedPack, openedPack } from "../../pack/opened_pack.ts";
import { TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { checkContent } from "../../check/check_content.ts";
import { renderContent } from "../../compile.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";

/** Where bases are looked for. */
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
export async function openBase(
  name: string | undefined,
  { root, out, from }: BaseOptions,
): Promise<{ readonly name: string; readonly pack: OpenedPack }> {
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
  const pack = name.startsWith("-") ? undefined : await packOfRevision(root, name, out);
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
 * @throws {TaskError} where the content has errors
 */
export function compiledPack(root: string, name: string): OpenedPack {
  const { pack, diagnostics } = compileToCompare(root);
  if (pack !== undefined) return pack;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new TaskError(
    `${formatDiagnostics(errors)}\n${say`Cannot compare ${name}: ${countDiagnostics(errors)}`}`,
  );
}

async function packOfRevision(
  root: string,
  revision: string,
  out: string,
): Promise<OpenedPack | undefined> {
  Deno.mkdirSync(out, { recursive: true });
  const target = resolve(Deno.makeTempDirSync({ dir: out, prefix: ".diff-" }));
  try {
    const content = await checkOutContent(root, revision, target);
    return content === undefined ? undefined : compiledPack(content, revision);
  } finally {
    Deno.removeSync(target, { recursive: true });
  }
}

/**
 * Writes the content folder as it was at a revision into an empty folder, by way of an index of its
 * own: the repository, its index and the files in it stay as they are. Undefined where git knows no such
 * revision.
 *
 * @param root the content folder as it is now
 * @param target an empty folder; the content comes into `content` in it
 * @throws {TaskError} where there was no content then, or git cannot be run
 */
async function checkOutContent(
  root: string,
  revision: string,
  target: string,
): Promise<string | undefined> {
  const verified = await git(root, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (!verified.success) return undefined;
  const commit = verified.output.trim();
  const { output } = await git(root, ["rev-parse", "--show-prefix"]);
  const folder = output.trim().replace(/\/$/, "");
  const env = { GIT_INDEX_FILE: `${target}/index` };
  const tree = await git(root, ["read-tree", `${commit}:${folder}`], env);
  if (!tree.success) {
    throw new TaskError(say`Cannot compare with ${revision}: it has no folder ${folder || root}`);
  }
  const top = (await git(root, ["rev-parse", "--show-toplevel"])).output.trim();
  const written = await git(
    top,
    ["checkout-index", "--all", "--force", `--prefix=${target}/content/`],
    env,
  );
  if (!written.success) {
    throw new TaskError(say`Cannot read ${revision}: ${written.problem.trim()}`);
  }
  return `${target}/content`;
}

async function git(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  try {
    const command = new Deno.Command("git", {
      args: ["-C", folder, ...args],
      env,
      stdin: "null",
    });
    const { success, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    return { success, output: decoder.decode(stdout), problem: decoder.decode(stderr) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) {
      throw error;
    }
    return { success: false, output: "", problem: say`git cannot be run` };
  }
}

/**
 * Compiles a content folder as `compile` does, only to compare it: it warns of nothing that is
 * well-formed, and makes no search index. There is no pack where there are errors, which are among the
 * diagnostics.
 */
export function compileToCompare(root: string) {
  const diagnostics: Diagnostic[] = [];
  const content = checkContent(root, (problem) => void diagnostics.push(problem));
  const rendered = renderContent(content, diagnostics, {});
  if (rendered === undefined) return { diagnostics, pack: undefined };
  const { bodies, published: _, ...index } = rendered;
  return { diagnostics, pack: openedPack(index, Buffer.concat(bodies.chunks())) };
}
