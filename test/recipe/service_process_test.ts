import assert from "node:assert/strict";
import { parse } from "yaml";
import { RECIPES } from "../../build/recipe/recipes.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { readPostgresAddress } from "../../src/platform/postgres_address.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recipeText } from "./recipe_texts.ts";
import { TaskError } from "../../build/task/task_error.ts";

const SECRETS = {
  KEY_PEPPER: "geheim-pepper-geheim",
  ADMIN_PASSWORD: "geheim-password",
  SMTP_URL: "smtp://geheim:geheim@mail.example",
  METRICS_TOKEN: "geheim-token-geheim",
  ALERT_WEBHOOK_URL: "https://discord.example/api/webhooks/1/geheim",
};

Deno.test("no recipe holds a secret of the settings, and those of servers name it", () => {
  for (const name of Object.keys(RECIPES)) {
    const text = recipeText(name, SECRETS);
    assert.doesNotMatch(text, /geheim/, name);
    if (!["systemd", "container", "compose"].includes(name)) continue;
    for (const secret of Object.keys(SECRETS)) assert.match(text, new RegExp(secret), name);
  }
});

Deno.test("recipes for servers hold the other settings as they were given", () => {
  const given = { LOG: "json", MAIL_FROM: "Oshi, 100% <a@b.example>", DRAIN_MS: "30000" };
  const unit = recipeText("systemd", given);
  assert.match(unit, /^Environment=LOG=json$/m);
  assert.match(unit, /^Environment="MAIL_FROM=Oshi, 100%% <a@b.example>"$/m);
  assert.match(unit, /^TimeoutStopSec=45$/m);
  assert.match(recipeText("container", given), /MAIL_FROM="Oshi, 100% <a@b.example>"/);
  const { services } = parse(recipeText("compose", given), { merge: true });
  assert.equal(services["oshibase-1"].environment.MAIL_FROM, given.MAIL_FROM);
  assert.equal(services["oshibase-1"].stop_grace_period, "45s");
});

Deno.test("compose has a proxy that the two servers trust, and one store", () => {
  const { services, networks, configs } = parse(recipeText("compose"), { merge: true });
  const names = ["oshibase-1", "oshibase-2", "postgres", "certificates", "caddy"];
  assert.deepEqual(Object.keys(services), names);
  const { environment } = services["oshibase-2"];
  assert.deepEqual(environment, services["oshibase-1"].environment);
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
  assert.match(configs.caddyfile.content, /^api\.example\.org \{$/m);
  assert.match(configs.caddyfile.content, /reverse_proxy oshibase-1:8000 oshibase-2:8000 \{/);
});

Deno.test("compose makes a certificate for Postgres once, which its authority has signed", async () => {
  const { services } = parse(recipeText("compose"), { merge: true });
  await using folder = await temporaryFolder();
  const script = services.certificates.command[0].replaceAll("$$", "$")
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

Deno.test("with a store in Postgres the units name its secret, its service and its own copy", () => {
  const here = recipeText("systemd", { KV_PATH: "postgres://osb@localhost/idols" });
  assert.match(here, /^After=network-online\.target postgresql\.service$/m);
  assert.match(here, /are set too: KEY_PEPPER, PGPASSWORD\.$/m);
  assert.match(here, /^Environment=KV_PATH=postgres:\/\/osb@localhost\/idols$/m);
  const there = { KV_PATH: "postgres://osb@db.example/idols?sslrootcert=/etc/ca.pem" };
  assert.match(recipeText("systemd", there), /^After=network-online\.target$/m);
  const dump = 'pg_dump --format=custom --schema=oshibase --file="$$day.dump" ';
  assert.ok(
    recipeText("snapshot", there).includes(`${dump}"${there.KV_PATH}&sslmode=verify-full"`),
  );
  const plain = recipeText("snapshot", { KV_PATH: "postgres://osb@db.example/idols" });
  assert.ok(
    plain.includes("/idols?sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt"),
  );
  assert.ok(
    recipeText("snapshot", { KV_PATH: "postgres://osb@[::1]/idols" }).includes('/idols"; '),
  );
  assert.doesNotMatch(recipeText("snapshot", there), /store snapshot/);
  assert.match(recipeText("snapshot"), /store snapshot "\$\$day\.kv"/);
});

Deno.test("a project or Deno in a home folder is told to be copied where services see it", () => {
  const more = { folder: "/home/sari/oshibase", program: "/root/.deno/bin/deno" };
  const unit = recipeText("systemd", {}, more);
  assert.match(unit, /^WorkingDirectory=\/srv\/oshibase$/m);
  assert.match(unit, /^ExecStart=\/usr\/local\/bin\/deno task --quiet serve --follow$/m);
  assert.match(
    unit,
    /^# Deno is in \/root\/\.deno\/bin\/deno, .* copy it to \/usr\/local\/bin\/deno\.$/m,
  );
  assert.match(unit, /^# The project is in \/home\/sari\/oshibase, /m);
});

Deno.test("an image cannot hold content from elsewhere", () => {
  assert.throws(() => recipeText("container", { CONTENT_DIR: "/data/content" }), TaskError);
  assert.match(
    recipeText("container", { CONTENT_DIR: "data/idols" }),
    /^COPY data\/idols content$/m,
  );
});

/** A store in a file, on this machine and on another one. */
const STORES: Record<string, string>[] = [
  {},
  { KV_PATH: "postgres://osb@localhost/idols" },
  { KV_PATH: "postgres://osb@db.example/i%20d?sslrootcert=/etc/ca.pem" },
];

const ANALYZE = await run("--version") === undefined ? undefined : "systemd-analyze";

Deno.test({
  name: "systemd finds no fault in the unit, and little that it could do to its machine",
  ignore: ANALYZE === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/oshibase@8000.service`;
    const more = { folder: "/", program: "/usr/bin/env" };
    for (const store of STORES) {
      await Deno.writeTextFile(path, recipeText("systemd", store, more));
      assert.equal(await run("verify", path), "");
    }
    const report = await run("security", "--offline=true", "--no-pager", path);
    const level = Number(/Overall exposure level for \S+: (\d+\.\d+)/.exec(report!)?.[1]);
    assert.ok(level < 2.5, `the exposure is ${level}`);
  },
});

Deno.test({
  name: "systemd finds no fault in the units that take snapshots",
  ignore: ANALYZE === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    for (const store of STORES) {
      const text = recipeText("snapshot", store, { folder: "/", program: "/usr/bin/env" });
      const [service = "", timer = ""] = text.split(/^# ---- .*\n/m);
      for (const [ending, unit] of [["service", service], ["timer", timer]] as const) {
        const path = `${folder.path}/oshibase-snapshot.${ending}`;
        await Deno.writeTextFile(path, unit.replaceAll("/usr/bin/rsync", "/usr/bin/env"));
        assert.equal(await run("verify", path), "", ending);
      }
    }
  },
});

Deno.test("the line by which the snapshot's unit works leaves a snapshot and a verdict of the day", async () => {
  await using fixture = await createServerFixture();
  const text = recipeText("snapshot", {}, { folder: Deno.cwd(), program: Deno.execPath() });
  const [, line = ""] = /^ExecStart=\/bin\/sh -euc '([^']+)'/m.exec(text) ?? [];
  await Deno.mkdir(`${fixture.folder}/snapshots`);
  // As systemd reads it: a line goes on after a backslash, and signs that it takes for itself stand twice.
  const script = line.replaceAll("\\\n", "").replaceAll("$$", "$").replaceAll("%%", "%")
    .replaceAll("/var/lib/oshibase/snapshots", `${fixture.folder}/snapshots`);
  const { code, stderr } = await new Deno.Command("/bin/sh", {
    args: ["-euc", script],
    env: { ...fixture.env },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const files = [...Deno.readDirSync(`${fixture.folder}/snapshots`)].map(({ name }) => name).sort();
  assert.equal(files.length, 2);
  assert.match(files[0]!, /^\d{4}-\d\d-\d\d\.audit\.json$/);
  const verdict = await Deno.readTextFile(`${fixture.folder}/snapshots/${files[0]}`);
  assert.equal(JSON.parse(verdict).ok, true);
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
