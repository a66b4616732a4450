import assert from "node:assert/strict";
import { NGINX, startNginx } from "../recipe/proxies.ts";
import { recipeText } from "../recipe/recipe_texts.ts";
import { ISSUE } from "../support/desk.ts";
import { freePort } from "../support/free_port.ts";
import { keptEnvironment } from "../support/kept_environment.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";
import { startMixedLoad } from "./mixed_load.ts";

const ROUNDS = Math.min(10, sizeOf({ default: 1, full: 10 }));
const REQUESTS = sizeOf({ default: 2_000, full: 200_000 });
const PER_SECOND = 300;
/** The folder that the recipe names, and what the unit keeps on the machine. */
const [PROJECT, STATE, CACHE] = ["/srv/oshibase", "/var/lib/oshibase", "/var/cache/oshibase"];

Deno.test(
  `${ROUNDS} updates by the recipe, of two servers behind nginx and back again, lose no request`,
  { ignore: NGINX === undefined },
  async () => {
    await using folder = await temporaryFolder();
    await using machine = await createMachine(folder.path);
    const { ports } = machine;
    await machine.publish("HEAD");
    await machine.follow("update", machine.folder("0"));
    for (const port of ports) await machine.restart(port);
    const keys = await Promise.all(["1", "2"].map(() => machine.issueKey()));
    const nginx = recipeText("nginx", { PORT: ports[0], TRUSTED_PROXIES: "127.0.0.1" })
      // The whole load comes from one address.
      .replace("limit_conn oshibase 100;", "limit_conn oshibase 10000;")
      .replace(/^ *server 127.*\n/m, (line) => line + line.replace(ports[0], ports[1]));
    await using proxy = await startNginx(nginx);
    const [one, other] = keys.map((secret) => ({ "x-api-key": secret }));
    await using load = startMixedLoad(PER_SECOND, [
      { path: "api/groupa/members", headers: one! },
      { path: "api/groupa/theater?page=2", headers: other! },
      { path: "api/groupb/schedule", method: "POST", headers: {}, body: { apikey: keys[0] } },
      { path: "v1/birthdays/today", method: "POST", headers: other! },
    ]);
    await untilKnown(ports, keys);
    load.aim(proxy.base);
    for (let round = 1; round <= ROUNDS; round++) {
      const former = machine.version();
      await machine.publish("HEAD");
      await machine.follow("update", machine.folder(String(round)));
      for (const port of ports) await machine.restart(port);
      assert.ok(ports.every((port) => machine.folderOf(port).endsWith(`-${round}`)));
      await until(() => load.answers.length >= REQUESTS * (round - 0.5) / ROUNDS, 600_000);
      await machine.follow("way back", former);
      for (const port of ports) await machine.restart(port);
      await until(() => load.answers.length >= REQUESTS * round / ROUNDS, 600_000);
    }
    const asked = await load.stop();
    const statuses: Record<string, number> = {};
    for (const { status } of load.answers) statuses[status] = (statuses[status] ?? 0) + 1;
    const slowest = load.answers.reduce((most, { from, to }) => Math.max(most, to - from), 0);
    noteFigure(
      `${ROUNDS} updates by the recipe, and back, at ${PER_SECOND} a second`,
      `${asked} asked, ${JSON.stringify(statuses)}, slowest ${slowest} ms`,
    );
    const { 200: answered = 0, 503: later = 0 } = statuses;
    assert.equal(answered + later, asked, JSON.stringify(statuses));
    assert.ok(later <= asked / 100, `${later} told to try again`);
  },
);

/** A key is known to a server that was running when it was issued within 3 s. */
async function untilKnown(ports: readonly string[], keys: readonly string[]): Promise<void> {
  for (const port of ports) {
    for (const key of keys) {
      await until(async () => {
        const url = `http://127.0.0.1:${port}/api/groupa/members?apikey=${key}`;
        const answer = await fetch(url);
        await answer.body?.cancel();
        return answer.status === 200;
      });
    }
  }
}

/** A machine with the unit of the recipe, and what systemd and an operator do there. */
async function createMachine(path: string) {
  const ports = [`${freePort()}`, `${freePort()}`] as const;
  const denoDir = Deno.env.get("DENO_DIR") ?? await cacheFolder();
  const settings = {
    ...{ PORT: ports[0], LIVE: "off", TRUSTED_PROXIES: "127.0.0.1" },
    ...{ KEY_PEPPER: "a pepper for tests alone" },
  };
  await Deno.mkdir(`${path}/srv`);
  const unit = recipeText("systemd", settings, { folder: PROJECT, program: Deno.execPath() })
    .replaceAll(PROJECT, `${path}/srv/oshibase`)
    .replaceAll(STATE, `${path}/state`).replaceAll(CACHE, denoDir);
  const environment = Object.fromEntries(
    [...unit.matchAll(/^Environment="?([A-Z_]+)=(.*?)"?$/gm)].map((
      [, name, value],
    ) => [name!, value!]),
  );
  const env = { ...environment, KEY_PEPPER: settings.KEY_PEPPER };
  const repository = `${path}/repository.git`;
  await run(`git clone --quiet --bare --shared . ${repository}`, Deno.cwd());
  const running = new Map<string, Deno.ChildProcess>();
  const project = `${path}/srv/oshibase`;

  /** The commands of the unit that begin with this name, for one port. */
  function commandsOf(name: string, port: string): string[] {
    return [...unit.matchAll(new RegExp(`^${name}=(-?)(.*)$`, "gm"))]
      .map(([, , line]) => line!.replaceAll("%i", port));
  }

  /** What the recipe's head says of an update or of the way back, but to restart. */
  function linesOf(what: "update" | "way back"): string {
    const [, text = ""] = /^# An update, and the way back.*\n((?:# {3}.*\n)+)/m.exec(unit) ?? [];
    const [clone = "", link = "", restart = ""] = text.trim().split("\n").map((line) =>
      line.slice(4)
    );
    assert.match(clone, /^new=.*; git clone /);
    assert.match(link, /^ln /);
    assert.match(restart, /^systemctl restart oshibase@/);
    return what === "update" ? `${clone} && ${link}` : link;
  }

  async function stop(port: string): Promise<void> {
    const process = running.get(port);
    if (process === undefined) return;
    running.delete(port);
    // systemd sends it to every process of the unit.
    signalGroup(process, "SIGTERM");
    await process.status;
  }

  return {
    ports,
    /** The repository's newest version from now on. */
    publish: (commit: string) =>
      run(`git -C ${repository} update-ref HEAD $(git rev-parse ${commit})`, Deno.cwd()),
    /** Does what the recipe says, but to restart; `folder` is the version's own. */
    async follow(what: "update" | "way back", folder: string) {
      const script = linesOf(what).replace("<repository>", `--quiet file://${repository}`)
        .replace(/new=[^;]*;/, "");
      await run(`new=${folder}; ${script}`, path);
    },
    folder: (name: string) => `${project}-${name}`,
    version: () => Deno.realPathSync(project),
    folderOf: (port: string) => Deno.realPathSync(`/proc/${running.get(port)!.pid}/cwd`),
    /** `systemctl restart`, which comes back when all commands of the start have ended. */
    async restart(port: string) {
      await stop(port);
      const own = { ...env, PORT: port };
      for (const line of commandsOf("ExecStartPre", port)) await run(line, project, own);
      const [line = ""] = commandsOf("ExecStart", port);
      const process = shell(`exec setsid ${line}`, project, own).spawn();
      running.set(port, process);
      for (const after of commandsOf("ExecStartPost", port)) {
        await run(after, project, { ...own, MAINPID: String(process.pid) });
      }
    },
    async issueKey() {
      const words = [...ISSUE, "--ip", "127.0.0.1"].map((word) =>
        word === "standard" ? "enterprise" : word
      );
      // By the version that is served, as an operator does: another reads no pack of its build.
      const line = `${Deno.execPath()} run -A src/cli/main.ts ${words.join(" ")} --json`;
      await run(`${line} > ${path}/key.json`, project, { ...env, PORT: "0" });
      return JSON.parse(Deno.readTextFileSync(`${path}/key.json`)).secret as string;
    },
    async [Symbol.asyncDispose]() {
      for (const process of running.values()) signalGroup(process, "SIGKILL");
      await Promise.all([...running.values()].map(({ status }) => status));
    },
  };
}

function signalGroup({ pid }: Deno.ChildProcess, signal: Deno.Signal): void {
  Deno.kill(-pid, signal);
}

function shell(line: string, cwd: string, env: Record<string, string> = {}): Deno.Command {
  return new Deno.Command("/bin/sh", {
    args: ["-c", line],
    ...{ cwd, clearEnv: true, env: { ...keptEnvironment(), NO_COLOR: "1", ...env } },
    ...{ stdin: "null", stdout: "null", stderr: "null" },
  });
}

async function run(line: string, cwd: string, env: Record<string, string> = {}): Promise<void> {
  const { success } = await shell(line, cwd, env).output();
  assert.ok(success, line);
}

async function cacheFolder(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
