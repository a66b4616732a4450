import { clientFiles } from "../client_kit/client_files.ts";
import type { GroupNames } from "../client_kit/declarations.ts";
import { foldersIn } from "../files/read_group.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { aliasName, groupFile } from "../schema/content/group.ts";
import { runTask } from "../task/run_task.ts";
import { DONE, TaskError } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";

/** What `group.yaml` says of how a group is asked. */
const ASKED = groupFile.pick({ family: true, aliases: true });

const FOLDER = "build/client";

const USAGE = "deno task client";

const HELP = `Writes the client in TypeScript, a package without dependencies.

  ${USAGE}    writes ${FOLDER}

It is made from the route tables, and knows the groups of the content folder: a group that is not there,
or that is asked as the wrong family, does not compile. Without a content folder it is for any service.
Run it again after a change of either.

Exit codes
  0   the client is written
  1   a group.yaml cannot be read
  2   a wrong call`;

Deno.exitCode = await runTask({ usage: USAGE, help: HELP, readCall, run });

function readCall([word]: readonly string[]): object | string {
  return word === undefined ? {} : `Expected no word, found "${word}"`;
}

function run(): number {
  const groups = readGroupNames(taskSettings().CONTENT_DIR);
  const files = clientFiles({ groups });
  Deno.mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) Deno.writeTextFileSync(`${FOLDER}/${name}`, text);
  console.log(`Wrote the client into ${FOLDER}: ${[...files.keys()].join(", ")}`);
  return DONE;
}

/**
 * The words under which the groups of a content folder are served, but those of another service's
 * programs; undefined where the folder has no groups.
 *
 * @throws {TaskError} where a `group.yaml` does not say how its group answers
 */
function readGroupNames(contentFolder: string): GroupNames | undefined {
  const names = { bare: [] as string[], wrapped: [] as string[] };
  for (const slug of foldersIn(contentFolder)) {
    const path = `${contentFolder}/${slug}/group.yaml`;
    if (!exists(path)) continue;
    const { data } = ASKED.safeParse(pickAsked(readFile(path, () => {})?.value));
    if (data === undefined) {
      throw new TaskError(
        `Cannot read ${path}: expected a group; deno task check says what is wrong`,
      );
    }
    const aliases = data.aliases.filter((alias) => typeof alias === "string").map(aliasName);
    names[data.family].push(slug, ...aliases);
  }
  return names.bare.length + names.wrapped.length === 0 ? undefined : names;
}

function pickAsked(value: unknown) {
  const { family, aliases } = Object(value) as { family?: unknown; aliases?: unknown };
  return { family, aliases };
}
