/**
 * This room compiles the content folder after every save, and serves each good build: in one process.
 *
 * @module
 */

import type { ListeningServer } from "../../src/core/first_start.ts";
import { readStartSettings } from "../../src/core/start_settings.ts";
import { commandReader, flag } from "../task/command_line.ts";
import { taskOf } from "../task/run_task.ts";
import { settingsWithOutput } from "../task/task_settings.ts";
import { say } from "../words/say.ts";
import { startDemoLive } from "./demo_live.ts";
import { serveFolder } from "./serve_folder.ts";

const USAGE = "deno task dev [-- --demo-live] [--language=id|en]";

const HELP =
  `Serves the content folder, CONTENT_DIR (content), while you write: it builds again on every save, and
serves each build without errors at once.

  deno task dev                  with the live platforms that the environment names
  deno task dev -- --demo-live   with a pretend platform: broadcasts come and go by themselves, in a
                                 store of their own: KV_PATH=.data/demo_live.kv deno task admin …

  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

In a browser on this machine, / shows the folder as a site: a month's calendar, members and articles,
each with its file and its warnings, and on top the errors of the last save. The page follows each save,
shows drafts, too, and speaks the language of its group (language in group.yaml).

It is for this machine alone: it answers to localhost, 127.0.0.1, [::1] and the host of base_url in
site.yaml, and shows drafts without any key. Leave HOST at 127.0.0.1, and put no proxy in front of it.`;

/** How often to look whether `deno task`, which this runs under, is still there, in ms. */
const LOOK_MS = 500;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: { "demo-live": flag },
    takesPaths: true,
    read: (words, { "demo-live": isDemonstration }) =>
      words.length === 0 ? { isDemonstration } : say`Expected no word, found ${words.join(" ")}`,
  }),
  run: dev,
});

/** Ends with the process, or where it cannot go on. */
async function dev({ isDemonstration }: { isDemonstration: boolean }): Promise<never> {
  const { KV_PATH } = settingsWithOutput();
  const live = isDemonstration ? await startDemoLive(KV_PATH) : undefined;
  const { failed, stop } = serveFolder({
    settings: readStartSettings(false, [], (name) => live?.variables[name] ?? Deno.env.get(name)),
    onBuild: (compiled) => live?.follow(compiled),
    onStart() {
      if (live === undefined) return;
      console.error(
        say`A pretend platform runs at ${live.url}: ${live.count()} accounts go live now and then.
          Watch live and live/stream of their groups.`,
      );
    },
    greet,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => stop(signal));
  }
  // Somebody has killed `deno task`: only a change of parent tells.
  const parent = Deno.ppid;
  setInterval(() => Deno.ppid === parent || stop(), LOOK_MS);
  return await failed;
}

function greet({ base, demo }: ListeningServer): void {
  const lines = [say`Listening on ${base}`];
  if (demo !== undefined) {
    lines.push(
      say`In a browser: ${demo.pages.join(" ")}`,
      say`Nobody has a key yet. Paste these after curl, with a demo key for this machine, good for one day:`,
      ...demo.addresses,
    );
  }
  // In one piece: who waits for the first line has read the demo key with it.
  console.log(lines.join("\n"));
}
