import assert from "node:assert/strict";
import { parse } from "yaml";
import { RECIPES } from "../../build/recipe/recipes.ts";
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
  assert.deepEqual(Object.keys(services), ["oshibase-1", "oshibase-2", "denokv", "caddy"]);
  const { environment } = services["oshibase-2"];
  assert.deepEqual(environment, services["oshibase-1"].environment);
  assert.equal(environment.KV_PATH, "http://denokv:4512");
  assert.equal(environment.TRUSTED_PROXIES, services.caddy.networks.inner.ipv4_address);
  assert.equal(networks.inner.ipam.config[0].subnet, "10.89.47.0/24");
  assert.match(configs.caddyfile.content, /^api\.example\.org \{$/m);
  assert.match(configs.caddyfile.content, /reverse_proxy oshibase-1:8000 oshibase-2:8000 \{/);
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

Deno.test("the unit sets no port of figures for all its instances, and says how each gets one", () => {
  const unit = recipeText("systemd", { METRICS_PORT: "9100", PORT: "8300" });
  assert.doesNotMatch(unit, /^[^#].*METRICS_PORT/m);
  assert.match(unit, /^# METRICS_PORT is left out: .*\n# {3}systemctl edit oshibase@8300\n/m);
  assert.match(unit, /^# .*Environment=METRICS_PORT=9100\.$/m);
  assert.doesNotMatch(recipeText("systemd"), /METRICS_PORT/);
});

Deno.test("an image cannot hold content from elsewhere", () => {
  assert.throws(() => recipeText("container", { CONTENT_DIR: "/data/content" }), TaskError);
  assert.match(
    recipeText("container", { CONTENT_DIR: "data/idols" }),
    /^COPY data\/idols content$/m,
  );
});

const ANALYZE = await run("--version") === undefined ? undefined : "systemd-analyze";

Deno.test({
  name: "systemd finds no fault in the unit, and little that it could do to its machine",
  ignore: ANALYZE === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/oshibase@8000.service`;
    const more = { folder: "/", program: "/usr/bin/env" };
    await Deno.writeTextFile(path, recipeText("systemd", {}, more));
    assert.equal(await run("verify", path), "");
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
