import { Buffer } from "node:buffer";
import type { CheckedContent, GroupContent, GroupEntries } from "../check/content.ts";
import { namingOf } from "../derive/names.ts";
import type { Naming } from "../derive/people.ts";
import { createRoster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { Bodies } from "../emit/bodies.ts";
import { NO_MEMORY } from "../memory.ts";
import { type OpenedPack, openedPack } from "../pack/opened_pack.ts";
import type { Picture } from "../picture/picture.ts";
import { publishedPictures } from "../picture/published_pictures.ts";
import { renderGroup } from "../render/group.ts";

/**
 * Renders the drafts of all groups as if they were none; undefined where the content has no site or no
 * plans. `report` takes what is wrong with the drafts.
 */
export function draftPack(
  { site, plans, groups }: CheckedContent,
  report: ReportDiagnostic,
): OpenedPack | undefined {
  if (site === undefined || plans === undefined) return undefined;
  const bodies = new Bodies();
  const indexes = groups.map((content) => {
    const drafts = { ...content, ...content.drafts };
    return renderGroup({
      content: drafts,
      bodies,
      memory: NO_MEMORY,
      pictures: undefined,
      ...naming(content, report),
    });
  });
  return openedPack(
    { site, plans, size: bodies.size, groups: indexes },
    Buffer.concat(bodies.chunks()),
  );
}

/** Drafts name members who are drafts themselves, too. */
function naming(content: GroupContent, report: ReportDiagnostic): Naming {
  const { members, drafts, group: { guests } } = content;
  const usual = namingOf(content, report);
  if (drafts.members.length === 0) return usual;
  return { ...usual, roster: createRoster([...members, ...drafts.members], guests) };
}

/** The files of the pictures of drafts and of what is published later, by their paths below `/media`. */
export function hiddenPictures({ groups }: CheckedContent): ReadonlyMap<string, string> {
  const { rows } = publishedPictures(groups);
  return new Map(groups.flatMap((group) => {
    const shown = rows.get(group.slug)?.filter(({ from }) => from === undefined) ?? [];
    const names = new Set(shown.map(({ name }) => name));
    return [group, group.drafts].flatMap(picturesOf)
      .filter(({ address }) => !names.has(address.slice(address.lastIndexOf("/") + 1)))
      .map(({ address, path }) => [address, path] as const);
  }));
}

function picturesOf({ members, shows, news, events, releases }: GroupEntries): Picture[] {
  return [...members, ...shows, ...news, ...events, ...releases]
    .flatMap(({ pictures = [] }) => [...pictures]);
}
