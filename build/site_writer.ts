import { hash } from "node:crypto";
import { SITE_FILE } from "../src/model/site_pack.ts";
import { type BuildCache, hashTexts } from "./cache/build_cache.ts";
import type { KeptSites, PackedSite } from "./cache/kept_sites.ts";
import { draftFile, type FileDraft } from "./emit/write_file.ts";
import { isFile } from "./read/there.ts";
import type { GroupExamples, SiteSource } from "./site/site_source.ts";
import type { RenderThread } from "./thread/render_thread.ts";
import type { PlansFile, SiteFile } from "./schema/content/site.ts";
import type { Entry, GroupContent } from "./check/content.ts";
import { publishedFrom } from "./derive/instants.ts";

/** Writes the site of a folder. */
export interface SiteWriter {
  /** Whether there is a site that may be the one to be begun. */
  isKnown(): boolean;
  /** Begins to render a site, unless the same one is there already. */
  begin(source: SiteSource): void;
  /**
   * Waits for the site that was begun last, and begins to write it; undefined if none was. `isLasting`:
   * whether it has to outlive a failure of the machine.
   */
  draft(isLasting: boolean): Promise<FileDraft | undefined>;
}

/** In the cache: the SHA-256 of the site that was written last, and the key of its source. */
const WRITTEN = "site";

/** Writes sites into a folder; those that are not kept are rendered on another thread. */
export function createSiteWriter(
  folder: string,
  cache: BuildCache,
  thread: RenderThread,
  kept: KeptSites,
): SiteWriter {
  const path = `${folder}/${SITE_FILE}`;
  let written = readWritten(path, cache);
  let begun: { readonly key: string; readonly made: Promise<PackedSite> } | undefined;
  const render = async (source: SiteSource, key: string): Promise<PackedSite> => {
    const { pack, packHash } = await thread.ask("site", { source, before: written?.file });
    const site = { pack: new Uint8Array(pack), packHash };
    kept.keep(key, site);
    return site;
  };
  return {
    isKnown: () => written !== undefined || kept.hasSome(),
    begin(source) {
      const key = hashTexts([JSON.stringify(source)]);
      begun = undefined;
      if (key === written?.key && isFile(path)) return;
      const found = kept.find(key);
      const made = found === undefined ? render(source, key) : Promise.resolve(found);
      // draft() awaits it and reports its failure.
      made.catch(() => {});
      begun = { key, made };
    },
    async draft(isLasting) {
      if (begun === undefined) return undefined;
      const { key, made } = begun;
      const { pack: file, packHash } = await made;
      begun = undefined;
      cache.keep(WRITTEN, `${packHash} ${key}`);
      const draft = draftFile(path, [file], isLasting);
      const place = async () => {
        await draft.place();
        written = { key, file };
      };
      return { ...draft, place };
    },
  };
}

/** The site at a path. */
interface WrittenSite {
  /** Names its source. */
  readonly key: string;
  readonly file: Uint8Array;
}

/** Undefined if what is there is not what this program has written last. */
function readWritten(path: string, cache: BuildCache): WrittenSite | undefined {
  const found = cache.find(WRITTEN);
  if (found === undefined || !isFile(path)) return undefined;
  const file = Deno.readFileSync(path);
  const [noted, key] = found.split(" ");
  return noted === hash("sha256", file, "base64url") ? { key: key!, file } : undefined;
}

/** Takes out what the site is rendered from. */
export function siteSourceOf(
  site: SiteFile,
  plans: PlansFile,
  groups: readonly GroupContent[],
): SiteSource {
  return {
    ...{ site, plans },
    groups: groups.map((content) => {
      const { slug, group: { name, family, public: level, timezone, leap_day: leapDay } } = content;
      const aliases = content.group.aliases.filter((alias) => typeof alias === "string");
      const examples = examplesOf(content);
      return { slug, name, family, public: level, timezone, leapDay, examples, aliases };
    }),
  };
}

/** The first files: they stay when newer ones come, and so does the site. */
function examplesOf(content: GroupContent): GroupExamples {
  const { members, shows, news, events } = content;
  const member = members.find(isSeen);
  return {
    ids: {
      ...{ members: member?.slug, shows: tellingShow(shows) },
      ...{ news: firstId(news), events: firstId(events) },
    },
    hasMembers: members.length > 0,
    name: member?.file.name,
    born: members.find((member) => isSeen(member) && member.file.birth_date !== undefined)?.slug,
  };
}

/** A show that fills as many fields of an answer as the content knows. */
function tellingShow(shows: GroupContent["shows"]): string | undefined {
  const casts = shows.filter(({ file }) => file.members.length > 0);
  return firstId(casts.filter(({ file }) => file.seitansai.length > 0)) ?? firstId(casts) ??
    firstId(shows);
}

/** What has a page of its own. */
type AnyEntry = Entry<
  { readonly id?: string | undefined; readonly publish_at?: string | undefined }
>;

function firstId(entries: readonly AnyEntry[]): string | undefined {
  const first = entries.find(isSeen);
  return first && (first.file.id ?? first.slug);
}

/** Whether it is there from the first moment on. */
function isSeen({ file }: AnyEntry): boolean {
  return publishedFrom(file) === -Infinity;
}
