import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { type Content, openContent } from "../../../../src/catalog/content.ts";
import { packFile } from "../../../../src/model/pack_file.ts";
import type { CheckedContent, Entry, GroupContent, GroupEntries } from "../../../check/content.ts";
import { publishedFrom } from "../../../derive/instants.ts";
import { namingOf } from "../../../derive/people.ts";
import type { Diagnostic } from "../../../diagnostic/diagnostic.ts";
import { Bodies } from "../../../emit/bodies.ts";
import { createMemory, type Memory } from "../../../memory.ts";
import type { Picture } from "../../../picture/picture.ts";
import { renderGroup } from "../../../render/group.ts";
import { KINDS_BY_FOLDER } from "../../../schema/schemas.ts";

type Folder = keyof GroupEntries;

const FOLDERS = Object.keys(KINDS_BY_FOLDER) as Folder[];

/** What any entry's file may have. */
interface AnyFile {
  readonly id?: string | undefined;
  readonly publish_at?: string | undefined;
}

/** A content file, and whether its readers see it. */
export interface PreviewedFile {
  /** As its editor knows it, from the folder the command was started in. */
  readonly file: string;
  readonly isDraft: boolean;
  /** Epoch ms at which it comes out; -Infinity where nothing says so. */
  readonly from: number;
}

/** A content folder with its drafts, and what comes out later, as if all of it were out. */
export interface WholeContent {
  /** Every group has pages; `served` gives the site. Opened once. */
  open(served: Content): Content;
  /** By the paths of pages: `/groups/groupa/members/aya-putri`. */
  readonly files: ReadonlyMap<string, PreviewedFile>;
  /** The files of all pictures, by their paths below `/media`. */
  readonly pictures: ReadonlyMap<string, string>;
  /** What is wrong in drafts. */
  readonly draftProblems: readonly Diagnostic[];
}

/** Creates what puts drafts in; items that have not changed since the last time are rendered once. */
export function createWholeContent(now: () => number) {
  const memory = createMemory(now);
  return ({ site, plans, groups }: CheckedContent): WholeContent | undefined => {
    if (site === undefined || plans === undefined) return undefined;
    const said: Diagnostic[] = [];
    const rendered = render({ site, plans }, groups.map(withDrafts), memory, said);
    const files = new Map(groups.flatMap(filesOf));
    const drafts = new Set([...files.values()].flatMap((one) => one.isDraft ? [one.file] : []));
    let opened: Content | undefined;
    return {
      open: (served) => opened ??= openContent(rendered, served.site),
      files,
      pictures: new Map(groups.flatMap(picturesOf)),
      draftProblems: said.filter(({ place }) => drafts.has(place.file)),
    };
  };
}

function render(
  service: {
    site: NonNullable<CheckedContent["site"]>;
    plans: NonNullable<CheckedContent["plans"]>;
  },
  groups: readonly GroupContent[],
  memory: Memory,
  said: Diagnostic[],
): Uint8Array {
  const bodies = new Bodies();
  const indexes = groups.map((content) =>
    renderGroup({
      content,
      bodies,
      memory,
      pictures: undefined,
      ...namingOf(content, (diagnostic) => void said.push(diagnostic)),
    })
  );
  memory.endBuild();
  const unnamed = { ...service, size: bodies.size, groups: indexes };
  return Buffer.concat(packFile(unnamed, bodies.chunks()).chunks);
}

/** A group all of whose items are out, and which has pages. */
function withDrafts(content: GroupContent): GroupContent {
  const out = <File extends AnyFile>(
    entries: readonly Entry<File>[],
    drafts: readonly Entry<File>[],
  ): Entry<File>[] =>
    [...entries, ...drafts]
      .map((entry) => ({ ...entry, file: { ...entry.file, publish_at: undefined } }))
      .sort((one, other) => one.slug < other.slug ? -1 : 1);
  const { drafts } = content;
  return {
    ...content,
    group: { ...content.group, public: "site" },
    members: out(content.members, drafts.members),
    shows: out(content.shows, drafts.shows),
    news: out(content.news, drafts.news),
    events: out(content.events, drafts.events),
    releases: out(content.releases, drafts.releases),
    videocalls: out(content.videocalls, drafts.videocalls),
    drafts: { members: [], shows: [], news: [], events: [], releases: [], videocalls: [] },
  };
}

/** An item's page is named after its id or its file: the other one leads there. */
function filesOf(group: GroupContent): (readonly [path: string, file: PreviewedFile])[] {
  const root = `/groups/${group.slug}`;
  const of = (folder: string, entries: readonly Entry<AnyFile>[], isDraft: boolean) =>
    entries.flatMap(({ slug, file, source }) =>
      [slug, file.id ?? slug].map((name) =>
        [
          `${root}/${folder}/${name}`,
          { file: source.file, isDraft, from: publishedFrom(file) },
        ] as const
      )
    );
  return [
    [root, { file: group.source.file, isDraft: false, from: -Infinity }],
    ...of("setlists", group.setlists as readonly Entry<AnyFile>[], false),
    ...FOLDERS.flatMap((folder) => [
      ...of(folder, group[folder], false),
      ...of(folder, group.drafts[folder], true),
    ]),
  ];
}

function picturesOf(group: GroupContent): (readonly [address: string, path: string])[] {
  const entries = [group, group.drafts].flatMap((part) =>
    FOLDERS.flatMap((folder): readonly { readonly pictures?: readonly Picture[] }[] => part[folder])
  );
  return entries.flatMap(({ pictures = [] }) =>
    pictures.map(({ address, path }) => [address, resolve(path)] as const)
  );
}
