import assert from "node:assert/strict";
import { parse } from "yaml";
import { readPostgresAddress } from "../../../../src/addons/postgres/address.ts";
import { SETTING_NAMES } from "../../../../src/core/all_settings.ts";
import { recipeFile } from "./recipe_files.ts";
import { placeBuild } from "../../../support/built.ts";
import { createServerFixture } from "../../../support/server_fixture.ts";
import { temporaryFolder } from "../../../support/temporary.ts";

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

Deno.test("the Dockerfile is one, of the Deno that is pinned, and copies what is there", () => {
  const lines = recipeFile("Dockerfile").replaceAll("\\\n", "").trimEnd().split("\n");
  const instruction =
    /^(?:#|(?:FROM|RUN|WORKDIR|USER|COPY|ENV|EXPOSE|VOLUME|STOPSIGNAL|HEALTHCHECK|CMD) \S)/;
  for (const line of lines) assert.match(line, instruction);
  assert.ok(lines.includes(`FROM denoland/deno:${Deno.version.deno}`));
  const copied = lines.flatMap((line) =>
    /^COPY --chown=\S+ (.*) \S+$/.exec(line)?.[1]?.split(" ") ?? []
  );
  assert.ok(copied.length > 0);
  for (const path of copied) assert.ok(Deno.statSync(path), path);
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

Deno.test("compose has a proxy that the two servers trust, and one store", () => {
  const { services, networks, configs } = COMPOSE;
  const names = ["oshibase-1", "oshibase-2", "postgres", "certificates", "caddy"];
  assert.deepEqual(Object.keys(services), names);
  const { environment } = services["oshibase-2"];
  const store = readPostgresAddress(environment.KV_PATH)!;
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres.environment;
  assert.deepEqual(store, {
    hosts: [{ hostname: "postgres", port: 5432 }],
    database: POSTGRES_DB,
    user: POSTGRES_USER,
    password: undefined,
    rootCertificate: "/certificates/authority.pem",
  });
  assert.equal(environment.PGPASSWORD, POSTGRES_PASSWORD);
  assert.equal(environment.TRUSTED_PROXIES, services.caddy.networks.inner.ipv4_address);
  assert.equal(networks.inner.ipam.config[0].subnet, "10.89.47.0/24");
  const servers = "127.0.0.1:8000";
  const own = recipeFile("Caddyfile").replace(/^(?:#.*\n)+/, "");
  assert.equal(
    configs.caddyfile.content,
    own.replace(servers, "oshibase-1:8000 oshibase-2:8000"),
    "the proxy is the one of Caddyfile",
  );
});

Deno.test("compose makes a certificate for Postgres once, which its authority has signed", async () => {
  await using folder = await temporaryFolder();
  const script = COMPOSE.services.certificates.command[0].replaceAll("$$", "$")
    .replaceAll("/certificates", folder.path)
    // Here there may be no such user.
    .replace("chown postgres server.key", "");
  for (const _ of ["the first start", "another one"]) {
    const { code, stderr } = await new Deno.Command("sh", { args: ["-euc", script] }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
  }
  const files = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(files, ["authority.pem", "server.key", "server.pem"]);
  assert.equal(Deno.statSync(`${folder.path}/server.key`).mode! & 0o777, 0o600);
  const verify = async (...hosts: string[]) => {
    const args = ["verify", "-CAfile", "authority.pem", ...hosts, "server.pem"];
    return (await new Deno.Command("openssl", { args, cwd: folder.path }).output()).code;
  };
  assert.equal(await verify("-verify_hostname", "postgres"), 0);
  assert.notEqual(await verify("-verify_hostname", "elsewhere"), 0);
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

Deno.test("the unit's build reads the commit of a folder that belongs to somebody else", async () => {
  const [, line = ""] = /^Environment=(GIT_.*)$/m.exec(recipeFile("systemd.service")) ?? [];
  const commit = async (variables: string) => {
    // What git's own tests set: nobody but root may give a folder away.
    const env = { ...Object.fromEntries(variables.split(" ").map((one) => one.split("="))) };
    const args = ["-C", "content", "rev-parse", "HEAD"];
    const how = { args, env: { ...env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" } };
    return (await new Deno.Command("git", how).output()).code;
  };
  assert.equal(await commit(line), 0);
  assert.notEqual(await commit("NOTHING=1"), 0);
});

Deno.test("the line by which the snapshot's unit works leaves a snapshot of the day", async () => {
  await using fixture = await createServerFixture();
  const [, line = ""] =
    /^ExecStart=\/bin\/sh -euc '([^']+)'/m.exec(recipeFile("snapshot.service")) ?? [];
  await Deno.mkdir(`${fixture.folder}/snapshots`);
  // As systemd reads it: signs that it takes for itself stand twice.
  const script = line.replaceAll("$$", "$").replaceAll("%%", "%")
    .replaceAll("/usr/local/bin/deno", Deno.execPath())
    .replaceAll("/var/lib/oshibase/snapshots", `${fixture.folder}/snapshots`);
  const { code, stderr } = await new Deno.Command("/bin/sh", {
    args: ["-euc", script],
    env: { ...fixture.env },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const files = [...Deno.readDirSync(`${fixture.folder}/snapshots`)].map(({ name }) => name);
  assert.equal(files.length, 1);
  assert.match(files[0]!, /^\d{4}-\d\d-\d\d\.kv$/);
});

Deno.test("the way from an empty machine: files in their places, the first key, the first and nightly backup", async () => {
  await using fixture = await createServerFixture();
  const { folder, env } = fixture;
  const page = await Deno.readTextFile("build/addons/site/docs/pages/first_server.md");
  const [, start = "", key = "", backup = ""] = [...page.matchAll(/^```sh no-run\n([^]*?)^```$/gm)]
    .map(([, code]) => code!);
  for (const place of ["bin", "etc/caddy", "etc/systemd/system", "etc/cron.d", "state"]) {
    await Deno.mkdir(`${folder}/${place}`, { recursive: true });
  }
  // What follows the unit's options is run as it stands.
  const systemdRun = `#!/bin/sh
while [ "$1" != /usr/local/bin/deno ]; do shift; done
shift
exec "${Deno.execPath()}" "$@"
`;
  await Deno.writeTextFile(`${folder}/bin/systemd-run`, systemdRun, { mode: 0o755 });
  const run = async (script: string) => {
    const here = script.replaceAll(/^(?:systemctl|curl) .*$/gm, "")
      .replaceAll(/\/srv\/oshibase(?:-1)?/g, Deno.cwd())
      .replaceAll("/usr/local/bin/oshibase-admin", `${folder}/bin/oshibase-admin`)
      .replaceAll(/(?<=[ >])\/etc\//g, `${folder}/etc/`)
      .replaceAll("/var/lib/oshibase", `${folder}/state`);
    const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
      args: ["-euc", here],
      env: { ...env, PATH: `${folder}/bin:${Deno.env.get("PATH")}`, DOMAIN: "api.sari.example" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  await run(start);
  assert.match(
    await Deno.readTextFile(`${folder}/etc/caddy/Caddyfile`),
    /^api\.sari\.example \{$/m,
  );
  const unit = `${folder}/etc/systemd/system/oshibase@.service`;
  assert.equal(await Deno.readTextFile(unit), recipeFile("systemd.service"));
  const secrets = `${folder}/etc/oshibase/secrets`;
  assert.equal((await Deno.stat(secrets)).mode! & 0o777, 0o600);
  const lines = /^KEY_PEPPER=[0-9a-f]{64}\nTRUSTED_PROXIES=127\.0\.0\.1\n$/;
  assert.match(await Deno.readTextFile(secrets), lines);
  const shown = await run(
    `cd build/addons/site/docs/recipes\n${key.replace(/^oshibase-admin/m, "cd /srv/oshibase\n$&")}`,
  );
  assert.match(shown, /J-osb_\w+/);
  await run(backup);
  const cron = await Deno.readTextFile(`${folder}/etc/cron.d/oshibase`);
  const [, command = ""] = /^20 3 \* \* \* root (.*)\n$/.exec(cron) ?? [];
  await run(command.replaceAll("\\%", "%"));
  const kept = [...Deno.readDirSync(`${folder}/state`)].map(({ name }) => name).sort();
  assert.match(kept.join(), /^[1-7]\.kv,first\.kv$/);
});

Deno.test("a server has each file to copy as text, and the page on running it links to all", async () => {
  await using fixture = await createServerFixture();
  await placeBuild({ ...fixture.env, OUT_DIR: fixture.env["OUT_DIR"]! });
  await using server = await fixture.start();
  const page = await (await fetch(`${server.base}docs/running.md`)).text();
  for (const name of NAMES) {
    assert.ok(page.includes(`(/docs/recipes/${name})`), name);
    const answer = await fetch(`${server.base}docs/recipes/${name}`);
    assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.equal(await answer.text(), recipeFile(name));
  }
});

Deno.test("a server starts with an empty cache and without an answer from the registry", async () => {
  await using fixture = await createServerFixture();
  const nothing = {
    DENO_DIR: `${fixture.folder}/cache`,
    NPM_CONFIG_REGISTRY: "http://127.0.0.1:9",
  };
  await using server = await fixture.start(nothing);
  assert.equal((await fetch(`${server.base}healthz`)).status, 200);
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
