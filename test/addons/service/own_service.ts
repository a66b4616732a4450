import assert from "node:assert/strict";
import type { Ended } from "../../support/command.ts";
import { command } from "../../support/server.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";

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
const MADE = ["out", "kept"];

const CHANGELOG = `# Changelog

## Unreleased

### Editors

- A first entry.
`;

const ENV = {
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

/** The program as a repository that git fetches from, for services that change nothing in it. */
export interface Engine extends Disposable {
  /** A clone of it. */
  readonly clone: string;
}

/** Makes the engine of several services. */
export async function makeEngine(): Promise<Engine> {
  const folder = temporaryFolderSync();
  const clone = await makeClone(await Deno.realPath(folder.path));
  return { clone, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/**
 * Makes a repository of content from nothing, with an empty cache; `name` is its folder, and without an
 * `engine` it has one of its own.
 */
export async function makeOwnService(name = "hanabi", engine?: Engine): Promise<OwnService> {
  const folder = temporaryFolderSync();
  const root = await Deno.realPath(folder.path);
  const [clone, home] = [engine?.clone ?? await makeClone(root), `${root}/${name}`];
  const taskIn = async (cwd: string, words: readonly string[], more = {}) =>
    await run(command(["task", "--quiet", ...words], { ...ENV, ...more }, { cwd, stdin: "null" }));
  const words = ["new", "service", home, "--group", "hanabi", "--title", "Hanabi"];
  words.push("--licence", "CC0-1.0");
  const made = await taskIn(clone, words);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  return {
    root,
    engine: clone,
    home,
    env: ENV,
    task: async (words, more) => await taskIn(home, words, more),
    git,
    release: async (message) => await release(clone, message),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Makes the engine's repository in a folder, and a clone of it beside it; returns the clone. */
async function makeClone(root: string): Promise<string> {
  const [clone, bare] = [`${root}/engine`, `${root}/engine.git`];
  Deno.mkdirSync(clone);
  for (const path of PROGRAM) copy(path, `${clone}/${path}`);
  Deno.writeTextFileSync(`${clone}/CHANGELOG.md`, CHANGELOG);
  await git(root, "init", "--quiet", "--bare", "--initial-branch=main", bare);
  await git(clone, "init", "--quiet", "--initial-branch=main");
  await git(clone, "remote", "add", "origin", `file://${bare}`);
  await release(clone, "One");
  return clone;
}

/** Commits everything in a clone, and pushes it; returns the commit. */
async function release(clone: string, message: string): Promise<string> {
  await git(clone, "add", "--all");
  await git(clone, "commit", "--quiet", "-m", message);
  await git(clone, "push", "--quiet", "origin", "main");
  return await git(clone, "rev-parse", "HEAD");
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  const options = { args, cwd, env: ENV, stdin: "null" } as const;
  const { code, stdout, stderr } = await run(new Deno.Command("git", options));
  assert.equal(code, 0, `git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

async function run(program: Deno.Command): Promise<Ended> {
  const { code, stdout, stderr } = await program.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
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
