import { foldersIn } from "../files/taken_slugs.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { aliasName, groupFile } from "../schema/content/group.ts";
import { TaskError } from "../task/task_error.ts";
import type { GroupNames } from "./declarations.ts";

/** What `group.yaml` says of how a group is asked. */
const ASKED = groupFile.pick({ family: true, aliases: true });

/**
 * The words under which the groups of a content folder are served, but those of another service's
 * programs; undefined where the folder has no groups.
 *
 * @throws {TaskError} where a `group.yaml` does not say how its group answers
 */
export function readGroupNames(contentFolder: string): GroupNames | undefined {
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
