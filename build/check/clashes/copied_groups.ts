import { errorAt, type ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import type { GroupContent } from "../content.ts";
import { speakingOf } from "../../read/group_language.ts";
import { say } from "../../words/say.ts";

/** How many members two groups have in common only where one folder was made from the other. */
const MIN_SHARED = 2;

/**
 * Leaves out groups whose folder is a copy of another one's: each is reported once, and not for every
 * member whose address is taken.
 */
export function withoutCopiedGroups(
  groups: readonly GroupContent[],
  report: ReportDiagnostic,
): readonly GroupContent[] {
  if (groups.length < 2) return groups;
  const known: { readonly group: GroupContent; readonly slugs: ReadonlySet<string> }[] = [];
  const copies = new Set<GroupContent>();
  // A copy's name is longer.
  for (const group of groups.toSorted((one, other) => one.slug.length - other.slug.length)) {
    const slugs = new Set(group.members.map(({ slug }) => slug));
    const original = known.find((other) => {
      const shared = slugs.intersection(other.slugs).size;
      return shared >= MIN_SHARED && shared > slugs.size / 2;
    });
    if (original === undefined) known.push({ group, slugs });
    else {
      copies.add(group);
      speakingOf(group.folder, () => {
        const message =
          say`This folder is a copy of ${original.group.folder}, with the same members:
          delete it, or give it members of its own`;
        report(errorAt(group.source.locate([]), message));
      });
    }
  }
  return groups.filter((group) => !copies.has(group));
}
