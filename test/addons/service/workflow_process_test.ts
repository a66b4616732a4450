import { keptEnvironment } from "../../support/kept_environment.ts";
import assert from "node:assert/strict";
import { parse } from "yaml";
import { readPin } from "../../../build/addons/service/pin.ts";
import type { Ended } from "../../support/command.ts";
import { type Engine, fillIn, makeEngine, makeOwnService, type OwnService } from "./own_service.ts";

/** No test changes it. */
let shared: Engine;

Deno.test.beforeAll(async () => {
  shared = await makeEngine();
});

Deno.test.afterAll(() => shared?.[Symbol.dispose]());

interface Step {
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Record<string, string>;
}

Deno.test("a pull request is checked by the base's engine, without secrets, and commented from data", async () => {
  using service = await makeOwnService("hanabi", shared);
  await fillIn(service);
  const { home, root, git } = service;
  const { jobs: { check: job }, permissions } = workflowOf(home, "content");
  assert.deepEqual(permissions, { contents: "read" });
  const [pin = "", check = "", diff = ""] = job.steps.map(({ run }: Step) => run)
    .filter((run: string | undefined) => run !== undefined);
  assert.doesNotMatch(pin + check + diff, /\$\{\{/);

  // A pull request that changes a fact, and the engine with it.
  await git(home, "switch", "--quiet", "--create", "theirs");
  const engine = Deno.readTextFileSync(`${home}/engine.ts`);
  Deno.writeTextFileSync(`${home}/engine.ts`, 'console.error("pwned");\n');
  write(home, "birthplace: Solo\n");
  const { commit } = readPin(engine)!;
  const forged = `${home}/.engine/${commit}`;
  Deno.removeSync(`${home}/.engine`, { recursive: true });
  Deno.mkdirSync(forged, { recursive: true });
  Deno.writeTextFileSync(`${forged}/deno.json`, '{"tasks":{"check":"echo pwned >&2"}}');
  await git(home, "add", "--force", "--all", ".");
  await git(home, "commit", "--quiet", "-m", "A fact, and an engine");
  await merge(service, "theirs");
  assert.equal((await step(service, pin)).code, 0);
  assert.equal(Deno.readTextFileSync(`${home}/engine.ts`), engine);
  const good = await step(service, check);
  assert.deepEqual([good.code, good.stdout], [0, ""]);
  assert.doesNotMatch(good.stderr, /pwned/);
  assert.match(good.stderr, /^Fetching the engine/m);
  assert.equal((await step(service, diff)).code, 0);
  const text = Deno.readTextFileSync(`${home}/diff.md`);
  assert.match(text, /Aya Satu[^]*birthplace[^]*Solo/);

  const calls = await comment(service, text, "7");
  assert.match(calls, /pulls\n-f\nstate=open\n-f\nhead=sari:theirs\n/);
  assert.match(calls, /^run\ndownload\n12\n--name\ndiff\n/m);
  assert.match(calls, /^pr\ncomment\n7\n--body-file\n[^]*Solo/m);
  assert.doesNotMatch(await comment(service, text, ""), /^pr$/m, "the commit is no longer there");
  await assert.rejects(
    comment(service, undefined, "7"),
    /exit 1/,
    "a link is no file of the check",
  );

  // One that is broken: it is refused, at its line, and the comment says so.
  await git(home, "reset", "--quiet", "--hard", "main");
  Deno.removeSync(`${home}/.engine`, { recursive: true });
  await git(home, "switch", "--quiet", "--create", "broken", "main");
  write(home, "hoby: x\n");
  await git(home, "commit", "--quiet", "--all", "-m", "A mistake");
  await merge(service, "broken");
  await step(service, pin);
  const refused = await step(service, check);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stdout,
    /^::error file=content\/hanabi\/members\/aya-satu\.yaml,line=\d+,col=1::.*hoby/,
  );
  assert.match(Deno.readTextFileSync(`${root}/summary.md`), /### Content: 1 error/);
  assert.equal((await step(service, diff)).code, 0);
  assert.match(Deno.readTextFileSync(`${home}/diff.md`), /^The content has errors\./);
  const always = job.steps.filter(({ if: when }: Step) => when === "${{ !cancelled() }}");
  assert.equal(always.length, 2, "the comment comes after a failed check, too");
});

// deno-lint-ignore no-explicit-any
function workflowOf(home: string, name: string): any {
  return parse(Deno.readTextFileSync(`${home}/.github/workflows/${name}.yml`));
}

function write(home: string, line: string): void {
  const path = `${home}/content/hanabi/members/aya-satu.yaml`;
  Deno.writeTextFileSync(path, `${Deno.readTextFileSync(path)}\n${line}`);
}

/** What GitHub checks out for a pull request: its merge, whose first parent is the base. */
async function merge({ home, git }: OwnService, branch: string): Promise<void> {
  await git(home, "switch", "--quiet", "--detach", "main");
  await git(home, "merge", "--quiet", "--no-ff", "-m", "Merge", branch);
}

/** Runs a script as GitHub does, at the top of the checkout. */
async function step(
  { home, root, env }: OwnService,
  script: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const github = {
    GITHUB_WORKSPACE: home,
    GITHUB_STEP_SUMMARY: `${root}/summary.md`,
    RUNNER_TEMP: root,
  };
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-e", "-o", "pipefail", "-c", script],
    cwd: home,
    clearEnv: true,
    env: { ...keptEnvironment(), ...env, ...github, NO_COLOR: "1", ...more },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** What the second workflow has `gh` do with a file that the first one left; undefined: a link. */
async function comment(service: OwnService, text: string | undefined, number: string) {
  const { home, root } = service;
  const { on, permissions, jobs: { comment: job } } = workflowOf(home, "comment");
  assert.deepEqual([on.workflow_run.workflows, permissions], [["Content"], {}]);
  assert.deepEqual(job.permissions, { actions: "read", "pull-requests": "write" });
  const [{ run, env: given }] = job.steps;
  assert.equal(job.steps.length, 1);
  assert.doesNotMatch(run, /\$\{\{/);
  assert.deepEqual(Object.keys(given), ["GH_TOKEN", "GH_REPO", "RUN_ID", "HEAD", "COMMIT"]);
  const [bin, calls, folder] = [`${root}/bin`, `${root}/calls`, `${root}/diff`];
  Deno.mkdirSync(bin, { recursive: true });
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  Deno.writeTextFileSync(calls, "");
  if (text !== undefined) Deno.writeTextFileSync(`${root}/left.md`, text);
  const left = text === undefined ? "ln -s /etc/hostname" : 'cp "$LEFT"';
  const script = `#!/usr/bin/env bash
printf '%s\\n' "$@" >> "$CALLS"
case "$1 $2" in
  "api --method") printf '%s' "$FOUND" ;;
  "run download") mkdir -p "\${@: -1}" && ${left} "\${@: -1}/diff.md" ;;
  "pr comment") cat "$5" >> "$CALLS" ;;
esac
`;
  Deno.writeTextFileSync(`${bin}/gh`, script, { mode: 0o755 });
  const { code } = await step(service, run, {
    PATH: `${bin}:${Deno.env.get("PATH")}`,
    CALLS: calls,
    FOUND: number,
    LEFT: `${root}/left.md`,
    GH_REPO: "sari/hanabi",
    RUN_ID: "12",
    HEAD: "sari:theirs",
    COMMIT: "a".repeat(40),
  });
  assert.equal(code, 0, `exit ${code}`);
  return Deno.readTextFileSync(calls);
}
