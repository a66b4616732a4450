import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { ignoredWithout } from "../support/ignored_without.ts";
import { keptEnvironment } from "../support/kept_environment.ts";
import {
  buildContent,
  permissionsOf,
  type RunningServer,
  startLine,
  startServer,
} from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { untilAnswered } from "../support/until.ts";

/** The Deno of Deno Deploy, which `.ci/tools --nightly` installs. */
const older = Deno.env.get("DENO_2_5") || undefined;
const VERSION = "2.5.0";

/** The same at any instant of the test, on every runtime. */
const PATHS = [
  "api/groupa/members",
  "api/groupa/member-detail?url=alaia-ramadhanty",
  "api/groupa/theater?page=2&perpage=5",
  "api/groupa/theater.ics",
  "api/groupa/birthday",
  "api/groupb/news",
  "api/groupb/schedule?status=upcoming",
  "api/groupb/birthdays/3",
  "v1/birthdays/upcoming?days=366&timezone=Asia/Tokyo",
  "v1/search?q=nagi",
  "v1/dataset/groupb.csv?kind=show",
  "openapi.json",
  "docs/errors",
  "",
];

/** A build that has not ended, or an answer that has not come, after this long never will, in ms. */
const LIMIT_MS = 120_000;

/** Runs a program of the older runtime to its end. */
async function runOlder(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const { success, stderr } = await new Deno.Command(older!, {
    args: [...args],
    signal,
    clearEnv: true,
    env: { ...keptEnvironment(), NO_COLOR: "1", ...env },
  }).output();
  assert.ok(!signal.aborted, `${args.join(" ")} did not end within ${LIMIT_MS} ms`);
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function startOlder(env: Record<string, string>): Promise<RunningServer> {
  const settings = { PORT: "0", DRAIN_MS: "0", ...env };
  return await startLine(`${older} run ${permissionsOf("serve").join(" ")} src/main.ts`, settings);
}

/** The status, the body and what tells a client how to read it. */
async function answerOf({ base, demoKey }: RunningServer, path: string, coding = "identity") {
  const headers = { "x-api-key": demoKey!, "accept-encoding": coding };
  const signal = AbortSignal.timeout(LIMIT_MS);
  const { status, type, text } = await untilAnswered(async () => {
    const response = await fetch(new URL(path, base), { headers, signal });
    const type = response.headers.get("content-type");
    return { status: response.status, type, text: await response.text() };
  });
  // An address in a document is the server's own; a calendar says when its store first saw a show.
  const { host } = new URL(base);
  const body = text.replaceAll(host, "server.example").replaceAll(demoKey!, "J-osb_demo")
    .replaceAll(encodeURIComponent(host), "server.example")
    .replace(/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):.*$/gm, "");
  return { status, type, body };
}

Deno.test({
  name: "the Deno of Deno Deploy builds the same bytes, and answers as the pinned one does",
  ignore: ignoredWithout("Deno 2.5", older !== undefined),
  async fn() {
    await using folder = await temporaryFolder();
    const envOf = (name: string) => ({
      LIVE: "off",
      OUT_DIR: `${folder.path}/${name}/out`,
      KV_PATH: `${folder.path}/${name}/data/store.kv`,
    });
    const [pinned, other] = [envOf("pinned"), envOf("older")];
    const { success, stderr } = await buildContent(pinned);
    assert.ok(success, new TextDecoder().decode(stderr));
    await runOlder(["task", "--quiet", "build"], other);
    for (const file of ["oshibase.pack", "site.pack"]) {
      const [a, b] = [pinned, other].map(({ OUT_DIR }) => Deno.readFileSync(`${OUT_DIR}/${file}`));
      assert.ok(Buffer.from(a!).equals(b!), file);
    }
    await using expected = await startServer(pinned);
    await using server = await startOlder(other);
    const { body } = await answerOf(server, "status");
    assert.equal(JSON.parse(body).deno, VERSION);
    for (const path of PATHS) {
      const answer = await answerOf(server, path);
      assert.deepEqual(answer, await answerOf(expected, path), path);
      assert.equal(answer.status, 200, path);
    }
    for (const coding of ["br", "gzip"]) {
      const path = "api/groupa/members";
      assert.deepEqual(
        await answerOf(server, path, coding),
        await answerOf(expected, path),
        coding,
      );
    }
    await server.stop();
    assert.equal((await server.process.status).code, 0);
  },
});
