import assert from "node:assert/strict";
import type { Ended } from "../support/command.ts";
import { command } from "../support/server.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

/** The program as a repository that git fetches from, and a repository of content that was made by it. */
export interface OwnService extends Disposable {
  /** A folder for both, and for what a test makes beside them. */
  readonly root: string;
  /** A clone of the engine's repository. */
  readonly engine: string;
  /** The repository of content. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs `deno task <words>` in the repository of content. */
  task(words: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Runs git; it has to succeed. */
  git(folder: string, ...args: string[]): Promise<string>;
  /** Commits everything in the engine's clone, and pushes it; returns the commit. */
  release(message: string): Promise<string>;
}

/** What a clone of the engine needs to run. */
const PROGRAM = ["LICENSE", "build", "src", "deno.json", "deno.lock"];

/** Folders that are made, and no part of the program. */
const MADE = ["out", "client"];

const CHANGELOG = `# Changelog

## Unreleased

### Editors

- A first entry.
`;

/** Makes both from nothing, with an empty cache; `name` is the folder of the repository of content. */
export async function makeOwnService(name = "hanabi"): Promise<OwnService> {
  const folder = temporaryFolderSync();
  const root = await Deno.realPath(folder.path);
  const [engine, home, bare] = [`${root}/engine`, `${root}/${name}`, `${root}/engine.git`];
  const env = {
    LIVE: "off",
    PORT: "0",
    DRAIN_MS: "0",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Sari",
    GIT_AUTHOR_EMAIL: "sari@fans.example",
    GIT_COMMITTER_NAME: "Sari",
    GIT_COMMITTER_EMAIL: "sari@fans.example",
  };
  const run = async (program: Deno.Command): Promise<Ended> => {
    const { code, stdout, stderr } = await program.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  };
  const taskIn = async (cwd: string, words: readonly string[], more = {}) =>
    await run(command(["task", "--quiet", ...words], { ...env, ...more }, { cwd, stdin: "null" }));
  const git = async (cwd: string, ...args: string[]) => {
    const options = { args, cwd, env, stdin: "null" } as const;
    const { code, stdout, stderr } = await run(new Deno.Command("git", options));
    assert.equal(code, 0, `git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  const release = async (message: string) => {
    await git(engine, "add", "--all");
    await git(engine, "commit", "--quiet", "-m", message);
    await git(engine, "push", "--quiet", "origin", "main");
    return await git(engine, "rev-parse", "HEAD");
  };
  Deno.mkdirSync(engine);
  for (const path of PROGRAM) copy(path, `${engine}/${path}`);
  Deno.writeTextFileSync(`${engine}/CHANGELOG.md`, CHANGELOG);
  await git(root, "init", "--quiet", "--bare", "--initial-branch=main", bare);
  await git(engine, "init", "--quiet", "--initial-branch=main");
  await git(engine, "remote", "add", "origin", `file://${bare}`);
  await release("One");
  const words = ["new", "service", home, "--group", "hanabi", "--title", "Hanabi"];
  const made = await taskIn(engine, words);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  return {
    root,
    engine,
    home,
    env,
    task: async (words, more) => await taskIn(home, words, more),
    git,
    release,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Makes two members and a show, and commits everything. */
export async function fillIn({ home, task, git }: OwnService): Promise<void> {
  const calls = [["member", "Aya Satu"], ["member", "Budi Dua"], ["show", "2030-12-04 Malam"]];
  for (const [kind = "", name = ""] of calls) {
    const { code, stderr } = await task(["new", kind, "hanabi", name]);
    assert.equal(code, 0, stderr);
  }
  await git(home, "add", "--all");
  await git(home, "commit", "--quiet", "-m", "Begin");
}

function copy(from: string, to: string): void {
  if (Deno.statSync(from).isFile) return Deno.copyFileSync(from, to);
  Deno.mkdirSync(to, { recursive: true });
  for (const { name } of Deno.readDirSync(from)) {
    if (!MADE.includes(name) || from !== "build") copy(`${from}/${name}`, `${to}/${name}`);
  }
}
