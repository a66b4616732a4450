/**
 * This room writes all data of the content into a folder that needs no server.
 *
 * @module
 */

import { PACK_FILE } from "../../../src/model/pack.ts";
import { STAMP_FILE } from "../../../src/model/build_stamp.ts";
import { fromCaller } from "../../../src/platform/caller_paths.ts";
import { openContent } from "../../../src/catalog/content.ts";
import { openSite } from "../../../src/page/site_pack.ts";
import { readWritten } from "../../emit/build_stamp.ts";
import { build } from "../../build_content.ts";
import { exists } from "../../read/there.ts";
import { commandReader } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, FAILED, TaskError } from "../../task/task_error.ts";
import { settingsWithOutput } from "../../task/task_settings.ts";
import { say } from "../../words/say.ts";
import { exportContent } from "./export_content.ts";

const USAGE = "deno task export <folder> [--language=id|en]";

const HELP =
  `Builds the content, and writes all of its data into a folder: files that need no server and no key.

  ${USAGE}

  dataset.json       what the files are made of: build, commit, licence, and the digest of each
  <group>.ndjson     all items of a group, one line of JSON for each
  <group>-<kind>.csv one kind as a table
  oshibase.sqlite    all groups, a table for each kind; its schema says what each column means
  media/             the pictures, under the paths that items name

The first three have the same bytes as /v1/dataset and its files. Drafts and items that are published
later are left out. Addresses begin with base_url of site.yaml, or with BASE_URL if it is set.

  --language=id|en   the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

Exit codes
  0   the folder has the data
  1   the content has errors, or the folder cannot be written or is not empty
  2   a wrong call`;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: {},
    takesPaths: true,
    read: (words) =>
      words.length === 1
        ? { folder: words[0]! }
        : say`Expected one folder, found ${words.length} words`,
  }),
  run,
});

async function run({ folder }: { readonly folder: string }): Promise<number> {
  const { CONTENT_DIR: root, OUT_DIR: out, BASE_URL: address } = settingsWithOutput();
  const target = fromCaller(folder);
  if (exists(target) && [...Deno.readDirSync(target)].length > 0) {
    throw new TaskError(
      say`Cannot write data into ${folder}: it holds files; remove it, or name another folder`,
    );
  }
  if (!(await build({ root, folder: out })).isWritten) return FAILED;
  const site = openSite(() => undefined, () => address);
  const { catalog } = openContent(Deno.readFileSync(`${out}/${PACK_FILE}`), site);
  const { commit, dirty = false } = readWritten(`${out}/${STAMP_FILE}`) ?? {};
  const revision = commit === undefined ? undefined : { commit, dirty };
  const { pictures } = catalog.index;
  const counts = exportContent({
    catalog,
    revision,
    pictures: pictures === undefined ? undefined : Deno.readFileSync(`${out}/${pictures}`),
    folder: target,
    now: Date.now(),
  });
  console.log(
    say`Wrote ${counts.items} items of ${counts.groups} groups and ${counts.pictures} pictures into ${folder}`,
  );
  return DONE;
}
