import { isLink } from "../read/misplaced.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/**
 * Refuses a path below a folder that is a link, or leads over one: what somebody else sent must not
 * take along files of this machine.
 *
 * @throws {TaskError}
 */
export function refuseLinks(folder: string, path: string): void {
  const parts = path.split("/");
  const link = parts.map((_, last) => [folder, ...parts.slice(0, last + 1)].join("/")).find(isLink);
  if (link === undefined) return;
  throw new TaskError(
    say`Cannot use ${link}: it is a link, and nothing behind links is read; put there what it leads to`,
  );
}
