import type { CheckedContent, GroupContent } from "../check/content.ts";
import { NO_CACHE } from "../cache/build_cache.ts";
import { createRoster } from "../derive/roster.ts";
import { namingOf } from "../derive/names.ts";
import type { Naming } from "../derive/people.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { packBytes } from "../emit/pack_bytes.ts";
import type { Pages } from "../emit/pages.ts";
import { renderGroup } from "../render/group.ts";

/**
 * Renders the drafts of all groups as if they were none, into the bytes of a pack; undefined where the
 * content has no site or no plans. `report` takes what is wrong with the drafts.
 */
export function draftPack(
  { site, plans, groups }: CheckedContent,
  report: ReportDiagnostic,
): readonly Uint8Array[] | undefined {
  if (site === undefined || plans === undefined) return undefined;
  const pages: Pages = new Map();
  const indexes = groups.map((content) => {
    const drafts = { ...content, ...content.drafts };
    return renderGroup({ content: drafts, pages, cache: NO_CACHE, ...naming(content, report) });
  });
  return packBytes({ site, plans, groups: indexes }, pages).chunks;
}

/** Drafts name members who are drafts themselves, too. */
function naming(content: GroupContent, report: ReportDiagnostic): Naming {
  const { members, drafts, group: { guests } } = content;
  const usual = namingOf(content, report);
  if (drafts.members.length === 0) return usual;
  return { ...usual, roster: createRoster([...members, ...drafts.members], guests) };
}
