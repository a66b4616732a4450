/**
 * This room runs the compiler and a server side by side while content is written.
 *
 * @module
 */

/**
 * Serves and rebuilds on every change: `deno task dev`. The server and the watching compiler run in
 * processes of their own, each with its own permissions.
 */

import { PACK_FILE } from "../../src/model/pack.ts";
import { errorMessage } from "../../src/platform/log.ts";
import { WITH_PARENT } from "../../src/platform/parent.ts";
import type { Settings } from "../../src/platform/settings.ts";
import { offerNames } from "../completion/completion_files.ts";
import { foldersIn } from "../files/read_group.ts";
import { runTask } from "../task/run_task.ts";
import { settingsWithOutput } from "../task/task_settings.ts";
import { createChildren } from "./children.ts";
import { say } from "../words/say.ts";
import { isFile } from "../read/there.ts";
import { checkContent } from "../check/check_content.ts";
import { type DemoAccount, demoAccounts, startDemoPlatform } from "../demo/demonstration.ts";
import { watch } from "../watch.ts";

const USAGE = "deno task dev [-- --demo-live]";

const HELP =
  `Serves the content folder, CONTENT_DIR (content), while you write: it builds again on every save, and
serves each build without errors at once.

  deno task dev                  with the live platforms that the environment names
  deno task dev -- --demo-live   with a pretend platform: broadcasts come and go by themselves, in a
                                 store of their own: KV_PATH=.data/demo_live.kv deno task admin …

In a browser on this machine, / shows the folder as a site: a month's calendar, members and articles,
each with its file and its warnings, and on top the errors of the last save. The page follows each save,
and shows drafts, too.

It is for this machine alone: it answers to localhost, 127.0.0.1, [::1] and the host of base_url in
site.yaml, and shows drafts without any key. Leave HOST at 127.0.0.1, and put no proxy in front of it.

Messages about a group are in its language (language in group.yaml), all others in the terminal's
(LC_ALL, LC_MESSAGES, LANG).`;

const DEMO_LIVE = "--demo-live";

/** Asked often, so that a newcomer sees something happen. */
const INTERVAL_MS = "2000";

/** What is invented does not belong beside what is recorded of real broadcasts. */
const STORE = ".data/demo_live.kv";

/** How often to look whether `deno task`, which this runs under, is still there, in ms. */
const LOOK_MS = 500;

/** How often a file is looked for, in ms: its folder need not be there, so nothing can watch it. */
const FILE_LOOK_MS = 200;

Deno.exit(
  await runTask({ usage: USAGE, help: HELP, readCall, run: serveAndWatch }),
);

function readCall(words: readonly string[]): { isDemonstration: boolean } | string {
  const other = words.filter((word) => word !== "--" && word !== DEMO_LIVE);
  return other.length === 0
    ? { isDemonstration: words.includes(DEMO_LIVE) }
    : say`Expected no word but ${DEMO_LIVE}, found "${other.join(" ")}"`;
}

/** Resolves with the exit code: 0 after a signal, else that of the process that ended by itself. */
async function serveAndWatch({ isDemonstration }: { isDemonstration: boolean }): Promise<number> {
  const settings = settingsWithOutput();
  const { OUT_DIR: out } = settings;
  const children = createChildren(isDemonstration ? await startDemonstration(settings) : {});
  const told = signalled();
  const work = async () => {
    const watching = children.start(
      "build",
      ["build/main.ts", "watch", WITH_PARENT, `${Deno.pid}`],
      "piped",
    );
    // It says so once it has built for the first time; or it has ended.
    await watching.stdout.getReader().read();
    offerAllNames(settings.CONTENT_DIR);
    const { code } = await Promise.race([watching.status, serve()]);
    return code || 1;
  };
  /** Of a content folder that is broken from the start there may be nothing to serve yet. */
  const serve = async () => {
    const sayWaiting = () =>
      console.error(say`Nothing is served yet: the first good build starts the server`);
    await untilThere(`${out}/${PACK_FILE}`, sayWaiting);
    const server = children.start("serve", ["build/dev/serve.ts", "--follow", WITH_PARENT]);
    return await server.status;
  };
  const working = work();
  working.catch(() => {});
  const code = await Promise.race([told, working]);
  await children.end();
  return code;
}

/**
 * Resolves when somebody wants this to end, or has killed `deno task`: the terminal's input is not that
 * one's to end, so only a change of parent tells.
 */
function signalled(): Promise<number> {
  const parent = Deno.ppid;
  return new Promise((resolve) => {
    setInterval(() => Deno.ppid === parent || resolve(0), LOOK_MS);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, () => resolve(0));
    }
  });
}

/** What they are offered is a help: without it, everything else works. */
function offerAllNames(content: string): void {
  try {
    for (const group of foldersIn(content)) offerNames(content, group);
  } catch (error) {
    console.error(say`Cannot write the names for text editors: ${errorMessage(error)}`);
  }
}

/** Resolves when there is a file at `path`; calls `say` once where there is none yet. */
async function untilThere(path: string, say: () => void): Promise<void> {
  if (isFile(path)) return;
  say();
  while (!isFile(path)) await new Promise((resolve) => setTimeout(resolve, FILE_LOOK_MS));
}

/**
 * Starts the demo platform, prints its address, and returns the variables that lead a server to
 * it. A member who is added to the content takes part from then on.
 */
async function startDemonstration(
  { CONTENT_DIR, KV_PATH }: Settings,
): Promise<Record<string, string>> {
  let accounts = readAccounts(CONTENT_DIR) ?? [];
  watch(CONTENT_DIR, () => accounts = readAccounts(CONTENT_DIR) ?? accounts);
  const { url, chatUrl } = await startDemoPlatform({ accounts: () => accounts, now: Date.now });
  console.error(
    say`A pretend platform runs at ${url}: ${accounts.length} accounts go live now and then.
      Watch live and live/stream of their groups.`,
  );
  return {
    LIVE: "on",
    IDN_URL: url,
    SHOWROOM_URL: url,
    IDN_API_KEY: "demonstration",
    IDN_CHAT_URL: chatUrl,
    YOUTUBE_URL: url,
    YOUTUBE_FEED_URL: `${url}/feeds/videos.xml`,
    YOUTUBE_API_KEY: "demonstration",
    LIVE_INTERVAL_MS: INTERVAL_MS,
    KV_PATH: KV_PATH || STORE,
  };
}

/** Undefined while something in the content is wrong: then those who play go on as they are. */
function readAccounts(contentFolder: string): DemoAccount[] | undefined {
  let errors = 0;
  const content = checkContent(
    contentFolder,
    ({ severity }) => void (severity === "error" && errors++),
  );
  return content === undefined || errors > 0 ? undefined : demoAccounts(content);
}
