/**
 * This room makes a repository of content that runs the program at one commit, and keeps it up to date.
 *
 * @module
 */

import { basename, resolve } from "node:path";
import { fromCaller } from "../../../src/platform/caller_paths.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { foldersIn } from "../../files/read_group.ts";
import { writeTexts } from "../../files/write_texts.ts";
import { exists } from "../../read/there.ts";
import { commandReader, patternOption, textOption } from "../../task/command_line.ts";
import { git } from "../../task/git.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, TaskError } from "../../task/task_error.ts";
import { phrase, say } from "../../words/say.ts";
import { setField } from "../../yaml/edit_yaml.ts";
import { GROUP_OPTIONS, groupFields } from "../new/group_options.ts";
import { makeFiles } from "../new/make_file.ts";
import { COMMIT, type Pin, readPin } from "./pin.ts";
import { filesAround } from "./files_around.ts";

const USAGE = "deno task new service <folder>";

const HELP = `Makes a repository of its own for a group's data: content with one group to fill in,
engine.ts, which runs this program at this commit, checks for pull requests, a container file.

  deno task new service <folder> [--group <group>] [--title <title>] [--licence <licence>]

  deno task new service ../hanabi --title "Hanabi"

  --group           the group's address; the folder's name if left out
  --title           what the service and the group are called; the group's address if left out
  --licence         on what terms the data may be used: an SPDX id or an address. A terminal is asked
                    for it; without an answer none is written, and the check warns
  --repo            owner/name, as on GitHub, for the button of Deno Deploy
  --engine          what git fetches this program from (the origin of this clone)
  --family, --timezone, --language, --leap-day
                    of the group, as deno task new --help says

Content that is there in <folder> stays as it is, and no file is ever overwritten.

Exit codes: 0 made; 1 it cannot be made, and nothing is written; 2 a wrong call.`;

interface ServiceOrder {
  /** As it was written. */
  readonly folder: string;
  readonly group: string | undefined;
  readonly title: string | undefined;
  readonly licence: string | undefined;
  readonly repo: string | undefined;
  readonly engine: string | undefined;
  /** Further fields of the group. */
  readonly fields: Readonly<Record<string, string>>;
}

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  hasOwnLanguage: true,
  readCall: commandReader({
    options: {
      ...GROUP_OPTIONS,
      group: textOption(phrase`small letters, digits and hyphens`),
      title: textOption(phrase`what the service is called`),
      licence: textOption(phrase`a licence such as CC-BY-4.0`),
      repo: patternOption(phrase`owner/name, as on GitHub`, /^[\w.-]+\/[\w.-]+$/),
      engine: textOption(phrase`the address of a repository`),
    },
    read([folder, ...words], { group, title, licence, repo, engine, ...given }) {
      return folder === undefined || words.length > 0
        ? say`Expected the folder of the new repository: deno task new service <folder>`
        : { folder, group, title, licence, repo, engine, fields: groupFields(given) };
    },
  }),
  run: makeService,
});

function makeService(order: ServiceOrder): number {
  const folder = resolve(fromCaller(order.folder));
  const root = `${folder}/content`;
  const isNew = !exists(root);
  const known = isNew ? [] : foldersIn(root);
  const group = order.group ?? known.find((name) => exists(`${root}/${name}/group.yaml`)) ??
    titleSlug(basename(folder));
  const title = order.title ?? group;
  const pin = enginePin(order.engine);
  const files = filesAround({ title, group, repository: order.repo ?? "OWNER/NAME", pin });
  const taken = [...files.keys()].map((name) => `${folder}/${name}`).find(exists);
  if (taken !== undefined) {
    throw new TaskError(
      say`${taken} is there already: choose an empty folder, or one that holds content alone`,
    );
  }
  if (!isNew && order.licence !== undefined) {
    throw new TaskError(say`${root} is there already: write the licence into its site.yaml`);
  }
  const content = isNew ? newContent(root, group, title, order) : new Map<string, string>();
  for (const [name, text] of files) content.set(`${folder}/${name}`, text);
  writeTexts(content);
  if (!exists(`${folder}/.git`)) git(folder, "init", "--quiet", "--initial-branch=main");
  console.log(nextSteps(order.folder, group, pin));
  return DONE;
}

/** A content folder with one group to fill in. */
function newContent(root: string, group: string, title: string, order: ServiceOrder) {
  const { fields, licence = askLicence() } = order;
  const files = makeFiles({ kind: "group", root, group, name: title, fields, now: 0 });
  const site = `${root}/site.yaml`;
  const values = { title, ...(licence && { licence }), attribution: title };
  const text = Object.entries(values)
    .reduce((text, [name, value]) => setField(text, name, value, []), files.get(site)!);
  return files.set(site, text);
}

/** Data is given away for good: nobody but its owner chooses how. Undefined: nobody does so now. */
function askLicence(): string | undefined {
  if (!Deno.stdin.isTerminal()) return undefined;
  const words =
    say`On what terms may others use the data? An SPDX id such as CC-BY-4.0 or CC0-1.0, or an address; empty: none for now`;
  return prompt(words)?.trim() || undefined;
}

/**
 * The engine of the repository that this is called from, or this clone's own.
 *
 * @throws {TaskError} if the program is no clone, or of nothing that can be fetched
 */
function enginePin(address: string | undefined): Pin {
  const service = Deno.env.get("SERVICE_DIR");
  const own = service === undefined
    ? undefined
    : readPin(Deno.readTextFileSync(`${service}/engine.ts`));
  const commit = own?.commit ?? git(".", "rev-parse", "HEAD");
  const origin = address ?? own?.address ?? git(".", "config", "--get", "remote.origin.url");
  if (commit !== undefined && COMMIT.test(commit) && origin) {
    return { address: fetchable(origin), commit };
  }
  throw new TaskError(
    say`Cannot name the engine: this folder is no clone of its repository. Clone it with git, or name an address with --engine`,
  );
}

/** An address that a stranger can fetch from: without a password, and not by a key of one's own. */
function fetchable(address: string): string {
  const onGithub = /^(?:ssh:\/\/)?git@github\.com[:/](.+)$/.exec(address)?.[1];
  if (onGithub !== undefined) return `https://github.com/${onGithub}`;
  if (/^https?:/.test(address)) return address.replace(/^(https?:\/\/)[^/@]*@/, "$1");
  return /^[./]/.test(address) ? resolve(address) : address;
}

function nextSteps(folder: string, group: string, pin: Pin): string {
  const isLocal = /^(?:\/|file:)/.test(pin.address);
  return [
    say`Made ${folder}. Next:`,
    "",
    `  cd ${/^[\w./~:\\-]+$/.test(folder) ? folder : JSON.stringify(folder)}`,
    `  deno task new member ${group} "…"`,
    "  deno task start",
    '  git add --all && git commit -m "Begin"',
    "",
    say`README.md there has the rest: editing, running, upgrades.`,
    ...(isLocal
      ? [
        "",
        say`engine.ts names a folder of this machine: write an address there that others can fetch from.`,
      ]
      : []),
  ].join("\n");
}
