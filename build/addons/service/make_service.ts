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
import { makeFiles } from "../new/make_file.ts";
import { missingSiteFiles } from "../../files/missing_site_files.ts";
import { parseDocument } from "yaml";
import { exists } from "../../read/there.ts";
import { git } from "../../task/git.ts";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { COMMIT, type Pin, readPin } from "./pin.ts";
import { filledSite, serviceFiles, type ServiceWish } from "./service_files.ts";

/** What somebody asks for with `deno task new service`. */
export interface ServiceOrder {
  /** As it was written. */
  readonly folder: string;
  /** The address of the first group; the folder's name where left out. */
  readonly group: string | undefined;
  /** What the service and the group are called. */
  readonly title: string | undefined;
  readonly licence: string | undefined;
  /** `owner/name` on GitHub. */
  readonly repository: string | undefined;
  /** What git fetches the program from, where that is not the origin of this clone. */
  readonly engine: string | undefined;
  /** Further fields of the group. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields of a `site.yaml` that the files around the content repeat. */
interface KeptSite {
  readonly title?: string | undefined;
  readonly licence?: string | undefined;
}

/** Where the repository is to be published, as long as that is not known. */
const UNKNOWN_REPOSITORY = "OWNER/NAME";

/**
 * Makes a repository of content in a folder, and returns what to do next. Content that is there stays;
 * no file is overwritten.
 *
 * @throws {TaskError} where it cannot be made
 */
export function makeService(order: ServiceOrder): string {
  const folder = resolve(fromCaller(order.folder));
  const root = `${folder}/content`;
  const pin = enginePin(order.engine);
  const known = exists(root) ? groupsIn(root) : [];
  const kept = readKeptSite(root);
  refuseKept(order, kept);
  const group = order.group ?? known[0] ?? titleSlug(basename(folder));
  const wish: ServiceWish = {
    title: order.title ?? kept?.title ?? group,
    group,
    licence: order.licence ?? kept?.licence ?? "CC0-1.0",
    repository: order.repository ?? UNKNOWN_REPOSITORY,
    pin,
  };
  const around = serviceFiles(wish, JSON.parse(Deno.readTextFileSync("deno.json")));
  const files = new Map([...around].map(([path, text]) => [`${folder}/${path}`, text]));
  refuseExisting([...files.keys()]);
  const isWhole = known.length > 0 && missingSiteFiles(root).size === 0;
  const missing = isWhole ? [] : contentFiles(root, wish, order.fields, known);
  for (const [path, text] of missing) files.set(path, text);
  writeTexts(files);
  if (!exists(`${folder}/.git`)) git(folder, "init", "--quiet", "--initial-branch=main");
  return nextSteps(order.folder, wish);
}

/** What a `site.yaml` that is there already says of its service; undefined if there is none. */
function readKeptSite(root: string): KeptSite | undefined {
  const path = `${root}/site.yaml`;
  if (!exists(path)) return undefined;
  const { title, licence } = Object(parseDocument(Deno.readTextFileSync(path)).toJS()) as KeptSite;
  return { title, licence };
}

/** A file that is there is not changed: what an option says would be nowhere. */
function refuseKept({ title, licence }: ServiceOrder, kept: KeptSite | undefined): void {
  if (kept === undefined || (title ?? licence) === undefined) return;
  throw new TaskError(
    say`site.yaml is there already, with a title and a licence of its own: leave out --title and --licence, or edit it`,
  );
}

/** What a content folder has beside its groups, and a group if there is none. */
function contentFiles(
  root: string,
  wish: ServiceWish,
  fields: Readonly<Record<string, string>>,
  known: readonly string[],
): Map<string, string> {
  const { group, title: name } = wish;
  const isThere = known.length > 0;
  const files = makeFiles({
    ...(isThere ? { kind: "site", group: "", name: "" } : { kind: "group", group, name, fields }),
    root,
    now: 0,
  });
  const site = files.get(`${root}/site.yaml`);
  return site === undefined ? files : files.set(`${root}/site.yaml`, filledSite(site, wish));
}

function groupsIn(root: string): string[] {
  return foldersIn(root).filter((name) => exists(`${root}/${name}/group.yaml`)).sort();
}

function refuseExisting(paths: readonly string[]): void {
  const path = paths.find(exists);
  if (path === undefined) return;
  throw new TaskError(
    say`${path} is there already: choose an empty folder, or one that holds content alone`,
  );
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

function nextSteps(folder: string, { title, group, licence, pin }: ServiceWish): string {
  const commands = [
    `cd ${/^[\w./~:\\-]+$/.test(folder) ? folder : JSON.stringify(folder)}`,
    `deno task new member ${group} "…"`,
    "deno task start",
    'git add --all && git commit -m "Begin"',
  ];
  return [
    say`Made ${folder}: the data of ${title}, under ${licence}. Next:`,
    "",
    ...commands.map((command) => `  ${command}`),
    "",
    say`README.md there has the rest: editing, running, upgrades.`,
    ...(/^(?:\/|file:)/.test(pin.address)
      ? [
        "",
        say`engine.ts names a folder of this machine: write an address there that others can fetch from.`,
      ]
      : []),
  ].join("\n");
}
