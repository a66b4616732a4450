import assert from "node:assert/strict";
import { parse } from "yaml";
import { issueForms, issueWorkflow, MAKE_LABEL } from "../../build/forms/issue_forms.ts";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly permissions: Record<string, string>;
  readonly steps: readonly Step[];
}

const TEXT = issueWorkflow("content/", "2.9.6");
const { jobs, permissions, on: events } = parse(TEXT) as {
  readonly jobs: { readonly make: Job; readonly propose: Job };
  readonly permissions: object;
  readonly on: unknown;
};

Deno.test("only the job that proposes may write, and only a maintainer's label starts the other", () => {
  assert.deepEqual(events, { issues: { types: ["labeled"] } });
  assert.deepEqual(permissions, {});
  assert.equal(jobs.make.if, `github.event.label.name == '${MAKE_LABEL}'`);
  assert.deepEqual(jobs.make.permissions, { contents: "read" });
  assert.equal(jobs.propose.needs, "make");
  assert.deepEqual(Object.keys(jobs), ["make", "propose"]);
});

Deno.test("no text of an issue is put into a script, and every action is a commit", () => {
  for (const { run, uses } of [...jobs.make.steps, ...jobs.propose.steps]) {
    assert.doesNotMatch(run ?? "", /\$\{\{/);
    if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/);
  }
  assert.doesNotMatch(TEXT, /\$\{\{ *github\.event\.issue\.(?!number)/);
});

Deno.test("the forms ask for the kind and the group, and their questions have names of their own", () => {
  for (const language of ["id", "en"]) {
    const setlists = "list" as const;
    const group = { slug: "groupa", name: "A", timezone: "Asia/Jakarta", language, setlists };
    const forms = issueForms([group, { ...group, slug: "groupb" }]);
    assert.equal(forms.size, 6);
    for (const [file, form] of forms) {
      const body = form["body"] as unknown as { id: string; attributes: { label: string } }[];
      for (
        const list of [
          body.map(({ id }) => id),
          body.map(({ attributes }) => attributes.label),
        ]
      ) {
        assert.equal(new Set(list).size, list.length, file);
      }
      if (!file.endsWith("-fact.yml")) assert.deepEqual(body.map(({ id }) => id).slice(0, 2), KEYS);
    }
    const label = language === "id" ? "Nama" : "Name";
    assert.match(JSON.stringify(forms.get("new-member.yml")), new RegExp(`"label":"${label}"`));
  }
});

const KEYS = ["kind", "group"];

const HOSTILE = '\'; touch pwned; echo "$(touch pwned)` touch pwned `" ${IFS}';

Deno.test("the scripts make a branch with one file of an issue, or a comment", async () => {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  const [work, bin, origin] = [`${root}/work`, `${root}/bin`, `${root}/origin.git`];
  writeTree(`${work}/content`);
  Deno.mkdirSync(bin);
  program(`${bin}/gh`, 'printf "%s\\n" "$@" >> "$CALLS"\ncat "${@: -1}" >> "$CALLS"');
  // The tasks run where the program is, on the content of the repository.
  program(
    `${bin}/deno`,
    `cd ${JSON.stringify(Deno.cwd())}\n` +
      `export CONTENT_DIR="$PWD_OF_WORK/$CONTENT_DIR" OUT_DIR="$PWD_OF_WORK/../out"\n` +
      `${Deno.execPath()} "$@" | sed "s#^$PWD_OF_WORK/##"\nexit "\${PIPESTATUS[0]}"`,
  );
  const env = {
    PATH: `${bin}:${Deno.env.get("PATH")}`,
    ...{ RUNNER_TEMP: root, CALLS: `${root}/calls`, GITHUB_OUTPUT: `${root}/outputs` },
    ...{ GITHUB_EVENT_PATH: `${root}/event.json`, PWD_OF_WORK: work, CONTENT_DIR: "content" },
    ...{ NUMBER: "7", BASE: "main", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@a.example" },
  };
  const run = async (script: string, more: Record<string, string> = {}) => {
    const args = ["-e", "-o", "pipefail", "-c", script];
    const options = { args, cwd: work, env: { ...env, ...more }, stdout: "piped" } as const;
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      ...options,
      stderr: "piped",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  await run(`git init -q -b main && git add -A && git -c user.name=a -c user.email=a@a.example \
    commit -qm one && git clone -q --bare . ${origin} && git remote add origin ${origin}`);
  const make = async (body: string): Promise<Record<string, string>> => {
    Deno.writeTextFileSync(env.GITHUB_EVENT_PATH, JSON.stringify({ issue: { body } }));
    Deno.writeTextFileSync(env.GITHUB_OUTPUT, "");
    await run(jobs.make.steps.find(({ id }) => id === "make")!.run!);
    const lines = Deno.readTextFileSync(env.GITHUB_OUTPUT).trimEnd().split("\n");
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  };
  const issue = (name: string) =>
    `### Kind of entry\n\nmember\n\n### Group\n\ngroupa\n\n### Name\n\n${name}\n`;

  const wrong = await make(issue("前田"));
  assert.deepEqual(Object.keys(wrong), ["said"]);
  await run(scriptOf("Tell why nothing was made"), { SAID: wrong["said"]! });
  assert.match(Deno.readTextFileSync(env.CALLS), /^issue\ncomment\n7\n[^]*small Latin letters/);

  const right = await make(issue(`Siti ${HOSTILE}`));
  assert.equal(
    right["path"],
    "content/groupa/members/siti-touch-pwned-echo-touch-pwned-touch-pwned-ifs.yaml",
  );
  await run("git checkout -q . && git clean -qfd");
  Deno.removeSync(env.CALLS);
  await run(scriptOf("Open a pull request"), {
    FILE_PATH: right["path"]!,
    ...{ FILE: right["file"]!, SAID: right["said"]! },
  });
  const calls = Deno.readTextFileSync(env.CALLS);
  assert.match(calls, /^pr\ncreate\n--base\nmain\n--head\ncontent\/issue-7\n/);
  assert.match(calls, /What answers change[^]*\n\nCloses #7\n$/);
  const branch = "git --git-dir=../origin.git";
  const names = await run(`${branch} diff --name-only main content/issue-7`);
  assert.equal(names.trim(), right["path"]);
  const text = await run(`${branch} show content/issue-7:${right["path"]}`);
  assert.equal(parse(text).name, `Siti ${HOSTILE}`);
  assert.ok(![...Deno.readDirSync(work)].some(({ name }) => name === "pwned"));
  await assert.rejects(run(scriptOf("Open a pull request"), {
    ...{ FILE_PATH: "content/../.github/workflows/x.yml", FILE: "", SAID: "" },
  }));
});

function scriptOf(name: string): string {
  return jobs.propose.steps.find((step) => step.name === name)!.run!;
}

function program(path: string, text: string): void {
  Deno.writeTextFileSync(path, `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
}
