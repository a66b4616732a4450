import assert from "node:assert/strict";
import { parse } from "yaml";
import { SETTING_NAMES } from "../../../../src/core/all_settings.ts";
import { temporaryFolder } from "../../../support/temporary.ts";

/** The text of a file below `/docs/recipes/`. */
function recipeFile(name: string): string {
  return Deno.readTextFileSync(`build/addons/site/docs/recipes/${name}`);
}

const NAMES = [...Deno.readDirSync("build/addons/site/docs/recipes")].map(({ name }) => name)
  .sort();
const UNITS = NAMES.filter((name) => /\.(?:service|timer)$/.test(name));
const COMPOSE = parse(recipeFile("compose.yaml"), { merge: true });

/** Variables that are no settings of the program. */
const OTHERS = ["DENO_DIR", "COPY_TO", "GIT_CONFIG_COUNT"];

Deno.test("the tasks and settings that files to copy name are the program's own", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const texts = NAMES.map((name) => [name, recipeFile(name)] as const);
  const named = texts.flatMap(([name, text]) =>
    [...text.replaceAll(/", "/g, " ").matchAll(/deno task (?:--quiet )?([a-z:]+)/g)]
      .map(([, task]) => [name, task!] as const)
  );
  assert.ok(named.length > 10, `${named.length} tasks`);
  for (const [name, task] of named) assert.ok(task in tasks, `${name}: ${task}`);
  const variables = [
    ...UNITS.flatMap((name) => [...recipeFile(name).matchAll(/^#?Environment=([A-Z_]+)=/gm)]),
    ...recipeFile("Dockerfile").match(/^ENV .*$/m)![0].matchAll(/(?<= )([A-Z_]+)=/g),
    ...texts.flatMap(([, text]) => [...text.matchAll(/\b(TRUSTED_\w+|KEY_\w+|PG[A-Z]+)\b/g)]),
  ].map(([, name]) => name!);
  variables.push(...Object.keys(COMPOSE["x-oshibase"].environment));
  assert.ok(variables.length > 15, `${variables.length} variables`);
  const known: readonly string[] = [...SETTING_NAMES, ...OTHERS];
  assert.deepEqual(variables.filter((name) => !known.includes(name)), []);
});

Deno.test("the workflow reads alone, by actions that are named by their commits", () => {
  const { on, permissions, jobs } = parse(recipeFile("content.yml"));
  assert.deepEqual([on, permissions], [{ pull_request: null }, { contents: "read" }]);
  const used = jobs.check.steps.filter(({ uses }: { uses?: string }) => uses !== undefined);
  assert.equal(used.length, 3);
  for (const { uses } of used) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  assert.equal(used[1].with["deno-version"], Deno.version.deno);
  assert.doesNotMatch(recipeFile("content.yml"), /\$\{\{ *secrets|: write/);
});

Deno.test("the Dockerfile has the Deno that is pinned, and proxies hold back no stream", () => {
  assert.ok(recipeFile("Dockerfile").includes(`\nFROM denoland/deno:${Deno.version.deno}\n`));
  assert.match(recipeFile("nginx.conf"), /proxy_buffering off;/);
  const own = recipeFile("Caddyfile").replace(/^(?:#.*\n)+/, "");
  const servers = own.replace("127.0.0.1:8000", "oshibase-1:8000 oshibase-2:8000");
  assert.equal(COMPOSE.configs.caddyfile.content, servers, "compose has the proxy of Caddyfile");
});

const ANALYZE = await run("--version") === undefined ? undefined : "systemd-analyze";

Deno.test({
  name: "systemd finds no fault in the units, and little that the server could do to its machine",
  ignore: ANALYZE === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    const places = { "systemd.service": "oshibase@8000.service" } as Record<string, string>;
    for (const name of UNITS) {
      const path = `${folder.path}/${places[name] ?? `oshibase-${name}`}`;
      const unit = recipeFile(name).replaceAll(
        /\/usr\/(?:local\/bin\/deno|bin\/rsync)/g,
        "/usr/bin/env",
      )
        .replaceAll("/srv/oshibase", "/");
      await Deno.writeTextFile(path, unit);
      assert.equal(await run("verify", path), "", name);
    }
    const path = `${folder.path}/oshibase@8000.service`;
    const report = await run("security", "--offline=true", "--no-pager", path);
    const level = Number(/Overall exposure level for \S+: (\d+\.\d+)/.exec(report!)?.[1]);
    assert.ok(level < 2.5, `the exposure is ${level}`);
  },
});

/** What it printed; undefined where it is not installed. */
async function run(...args: string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await new Deno.Command("systemd-analyze", { args }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } catch {
    return undefined;
  }
}
