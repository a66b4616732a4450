import assert from "node:assert/strict";
import { commitAll, git } from "../support/content_repository.ts";
import { keptEnvironment } from "../support/kept_environment.ts";
import { command, permissionsOf, type RunningServer, watchServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Under which id of a user a second mirror runs; without the right to change users it runs as this one. */
const OTHER_USER = 65_534;
const mayChangeUser = Deno.uid() === 0 && await runs(OTHER_USER);

async function runs(uid: number): Promise<boolean> {
  try {
    const words = ["-c", `test -x ${Deno.execPath()} && test -r deno.lock`];
    return (await new Deno.Command("sh", { args: words, uid, gid: uid }).output()).success;
  } catch {
    return false;
  }
}

/** One who runs a mirror: a clone, an environment, and a user of their own. */
interface Mirror {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly user: number | undefined;
}

function run(
  { env, user }: Mirror,
  role: "build" | "serve",
  ...words: string[]
): Deno.Command {
  const args = ["run", ...permissionsOf(role), ...words];
  if (user === undefined) return command(args, env);
  // A program cannot change the user of a command that it has made: `setpriv` does.
  const options = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return new Deno.Command("setpriv", {
    args: [...options, Deno.execPath(), ...args],
    env: { ...keptEnvironment(), NO_COLOR: "1", ...env },
    clearEnv: true,
    stdout: "piped",
    stderr: "piped",
  });
}

async function start(mirror: Mirror): Promise<RunningServer> {
  const server = await watchServer(run(mirror, "serve", "src/main.ts"));
  await until(() => server.demoKey !== undefined);
  return server;
}

/** A Deno cache of its own, with the same libraries: nothing is fetched. */
async function copyCache(to: string): Promise<void> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    stdout: "piped",
  }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout));
  const { success } = await new Deno.Command("cp", { args: ["-r", `${denoDir}/npm`, to] }).output();
  assert.ok(success);
}

Deno.test("two clones in different folders, zones, users and caches are one build, and answer alike", async () => {
  await using folder = await temporaryFolder();
  await Deno.chmod(folder.path, 0o755);
  const origin = `${folder.path}/origin`;
  await new Deno.Command("cp", { args: ["-r", "content", origin] }).output();
  const commit = await commitAll(origin);
  const mirror = async (name: string, more: Record<string, string>, user?: number) => {
    const own = `${folder.path}/${name}`;
    await Deno.mkdir(`${own}/data`, { recursive: true });
    await git(folder.path, "clone", "--quiet", origin, `${own}/clone`);
    const env: Record<string, string> = {
      CONTENT_DIR: `${own}/clone`,
      OUT_DIR: `${own}/out`,
      KV_PATH: `${own}/data/store.kv`,
      KEY_PEPPER: "a pepper for tests alone",
      BASE_URL: "https://idols.example/",
      LIVE: "off",
      PORT: "0",
      DRAIN_MS: "0",
      ...more,
    };
    if (user !== undefined) {
      const cache = env["DENO_DIR"] = `${own}/cache`;
      await Deno.mkdir(cache);
      await copyCache(cache);
      const { success } = await new Deno.Command("chown", {
        args: ["-R", `${user}:${user}`, own],
      }).output();
      assert.ok(success);
    }
    const made: Mirror = { folder: own, env, user };
    const built = await (await run(made, "build", "build/main.ts", "build")).output();
    assert.ok(built.success, new TextDecoder().decode(built.stderr));
    return made;
  };
  const [one, two] = [
    await mirror("here", { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8" }),
    await mirror(
      "somewhere-else/below",
      { TZ: "America/St_Johns", LANG: "ja_JP.UTF-8" },
      mayChangeUser ? OTHER_USER : undefined,
    ),
  ];
  const stampOf = ({ env }: Mirror) =>
    JSON.parse(Deno.readTextFileSync(`${env["OUT_DIR"]}/build.json`));
  assert.equal(stampOf(one).build, stampOf(two).build);
  for (const mirror of [one, two]) {
    const { commit: built, dirty } = stampOf(mirror);
    assert.deepEqual([built, dirty], [commit, false]);
  }
  for (const file of ["oshibase.pack", "site.pack"]) {
    const [first, second] = [one, two].map(({ env }) =>
      Deno.readFileSync(`${env["OUT_DIR"]}/${file}`)
    );
    assert.deepEqual(first, second, file);
  }

  await using first = await start(one);
  await using second = await start(two);
  const ask = async ({ base, demoKey }: RunningServer, path: string) => {
    const response = await fetch(base + path.slice(1), { headers: { "x-api-key": demoKey! } });
    const names = ["etag", "content-type", "repr-digest", "link"];
    return {
      status: response.status,
      headers: names.map((name) => response.headers.get(name)),
      body: await response.text(),
    };
  };
  const listed = await (await fetch(`${first.base}v1/dataset`, {
    headers: { "x-api-key": first.demoKey! },
  })).json();
  const files = listed.groups.flatMap(({ files }: { files: { path: string }[] }) =>
    files.slice(0, 3).map(({ path }) => path)
  );
  const paths = [
    ...["/v1/dataset", ...files, "/docs", "/openapi.json", "/llms.txt"],
    ...["/api/groupa/members", "/api/groupa/theater?page=1", "/api/groupa/news?page=1"],
    ...["/api/groupb/releases", "/api/groupb/setlists", "/groups/groupa/members", "/sitemap.xml"],
  ];
  for (const path of paths) {
    const [here, there] = [await ask(first, path), await ask(second, path)];
    assert.equal(here.status, 200, path);
    assert.deepEqual(here, there, path);
  }
  const { body } = await ask(first, "/api/groupa/members");
  assert.ok(body.includes("https://idols.example/media/groupa/"));
  assert.ok(!body.includes("idols.example//"));
});
