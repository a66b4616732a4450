import { resolve } from "node:path";
import { writeWhole } from "../../emit/write_file.ts";
import { isFile } from "../../read/there.ts";
import { commandReader, flag } from "../../task/command_line.ts";
import { git } from "../../task/git.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, FAILED, TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { taskSettings } from "../../task/task_settings.ts";
import { say } from "../../words/say.ts";
import { newEntries } from "./changelog.ts";
import { COMMIT, type Pin, readPin, withPin } from "./pin.ts";

const USAGE = "deno task upgrade [commit] [--force] [--language=id|en]";

const HELP = `Changes the engine of this repository: the line with ENGINE in engine.ts.

  ${USAGE}

  commit            a commit of the engine's repository, 40 digits; without it the latest one of its
                    main branch. An earlier one goes back
  --force           changes the line although the content has errors with that commit, which has to
                    be named
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

It checks the content with the new engine, prints what the changelog says between the two, and
changes the line. Where the check finds errors the line stays. Commit engine.ts, or make a pull request
of it; servers run the new engine from their next start on.

Exit codes
  0   the line is changed, or names that commit already
  1   errors in the content, or the commit cannot be fetched; the line stays
  2   a wrong call`;

/** What `deno task upgrade` was asked to do. */
interface UpgradeCall {
  /** Undefined: the latest one. */
  readonly commit: string | undefined;
  readonly isForced: boolean;
}

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: { force: flag },
    read([commit, ...others], { force }): UpgradeCall | string {
      if (others.length > 0) return say`Expected one commit`;
      if (commit !== undefined && !COMMIT.test(commit)) {
        return say`Cannot use the commit "${commit}": expected 40 digits, as git rev-parse prints them`;
      }
      if (force && commit === undefined) return say`Cannot use --force without a commit: name it`;
      return { commit, isForced: force };
    },
  }),
  run,
});

function run({ commit, isForced }: UpgradeCall): number {
  const folder = Deno.env.get("SERVICE_DIR") ?? "";
  const path = `${folder}/engine.ts`;
  if (folder === "" || !isFile(path)) {
    throw new TaskError(
      say`Cannot upgrade: this is no repository with engine.ts, which deno task new service makes`,
      WRONG_CALL,
    );
  }
  const text = Deno.readTextFileSync(path);
  const pin = readPin(text);
  if (pin === undefined) {
    throw new TaskError(
      say`Cannot upgrade: ${path} has no line with ENGINE, an address, # and a commit of 40 digits`,
    );
  }
  const next = commit ?? latestCommit(pin);
  if (next === pin.commit) {
    console.log(say`The engine is at ${next} already`);
    return DONE;
  }
  // Before anything of it runs.
  console.error(whereFrom(pin.address, next));
  const isGood = checkWith(folder, next);
  const cache = `${folder}/.engine`;
  if (!isFile(`${cache}/${next}/deno.json`)) {
    console.error(say`Cannot fetch the commit ${next}: the line of the engine stays as it is`);
    return FAILED;
  }
  console.log(whatChanges(changelogIn(`${cache}/${next}`), changelogIn(`${cache}/${pin.commit}`)));
  if (!isGood && !isForced) {
    console.error(
      say`The content has errors with the engine ${next}: the line stays as it is. Correct them, and run this again; or deno task upgrade ${next} --force`,
    );
    return FAILED;
  }
  writeWhole(path, [new TextEncoder().encode(withPin(text, { ...pin, commit: next }))]);
  console.log(say`The engine is at ${next} now. Back: deno task upgrade ${pin.commit}`);
  return DONE;
}

/** @throws {TaskError} if the repository does not answer */
function latestCommit({ address }: Pin): string {
  const { success, stdout } = new Deno.Command("git", {
    args: ["ls-remote", "--exit-code", address, "HEAD"],
    stdin: "null",
    stderr: "inherit",
  }).outputSync();
  const commit = new TextDecoder().decode(stdout).split(/\s/)[0] ?? "";
  if (success && COMMIT.test(commit)) return commit;
  throw new TaskError(say`Cannot find the latest commit of ${address}: the lines above say why`);
}

/** Which branches a commit is on: an address also serves those of pull requests and forks. */
function whereFrom(address: string, commit: string): string {
  const folder = Deno.makeTempDirSync();
  try {
    // Commits alone, without the files.
    const words = ["clone", "--quiet", "--bare", "--filter=tree:0", address, "."];
    if (git(folder, ...words) === undefined) {
      return say`Cannot ask ${address} which branch has the commit ${commit}`;
    }
    const branches = git(folder, "branch", "--contains", commit, "--format=%(refname:short)") ?? "";
    return branches === ""
      ? say`No branch of ${address} has the commit ${commit}: it may be of a pull request or a fork, which nobody has taken`
      : say`The commit ${commit} is on ${branches.split("\n").join(", ")}`;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Whether the content has no errors with a commit of the engine, which is fetched for it. */
function checkWith(folder: string, commit: string): boolean {
  const { CONTENT_DIR: content, OUT_DIR: out } = taskSettings();
  const { success } = new Deno.Command("deno", {
    args: ["run", "--quiet", "--allow-all", "engine.ts", "check"],
    cwd: folder,
    // Paths may be seen from this engine.
    env: { ENGINE_COMMIT: commit, CONTENT_DIR: resolve(content), OUT_DIR: resolve(out) },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).outputSync();
  return success;
}

function changelogIn(folder: string): string {
  const path = `${folder}/CHANGELOG.md`;
  return isFile(path) ? Deno.readTextFileSync(path) : "";
}

function whatChanges(next: string, now: string): string {
  const [added, gone] = [newEntries(next, now), newEntries(now, next)];
  const parts = [
    added === "" ? "" : `${say`What changes:`}\n\n${added}`,
    gone === "" ? "" : `${say`What is not in that engine:`}\n\n${gone}`,
  ].filter((part) => part !== "");
  return parts.length > 0
    ? parts.join("\n")
    : `${say`The changelog says nothing between the two.`}\n`;
}
