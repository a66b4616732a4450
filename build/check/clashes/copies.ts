import type { MemberFile } from "../../schema/content/member.ts";
import { LIVE_TYPES, PLATFORMS } from "../../../src/model/platforms.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { type Diagnostic, errorAt, type ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import type { Entry } from "../content.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { listed, phrase } from "../../words/say.ts";

type Member = Entry<MemberFile>;

/** What two members have in common only where one file was made from the other. */
const OWN = [
  "name",
  "name_native",
  "nicknames",
  "jikosokai",
  ...LIVE_TYPES.flatMap((type) => PLATFORMS[type].memberFields),
] as const;

/**
 * Leaves out members whose file is a copy of another one's, half filled in: each is reported once, and
 * not in every line-up that names either of the two.
 */
export function withoutCopies(members: readonly Member[], report: ReportDiagnostic): Member[] {
  const known = new Map<string, Member>();
  const copies = new Set<Member>();
  // Whose file is called like her comes first: the other one is the copy.
  const ranked = members.toSorted((one, other) => fitOf(other) - fitOf(one));
  for (const member of ranked) {
    const keys = keysOf(member);
    const original = keys.map((key) => known.get(key)).find((other) =>
      other !== undefined && sharedFields(member, other).length > 1
    );
    if (original === undefined) {
      for (const key of keys) if (!known.has(key)) known.set(key, member);
    } else {
      copies.add(member);
      const said = copyOf(member, original);
      const isAsGood = fitOf(member) === fitOf(original);
      report(isAsGood ? { ...said, ofOther: copyOf(original, member) } : said);
    }
  }
  return copies.size === 0 ? [...members] : members.filter((member) => !copies.has(member));
}

function copyOf(member: Member, original: Member): Diagnostic {
  const shared = sharedFields(member, original);
  const message = phrase`This is a copy of ${original.source.file}, with her ${listed(shared)}:
    write what is this member's own, or keep one of the two files`;
  return errorAt(member.source.locate([shared[0]!]), message);
}

/** A copy has at least her name or her nicknames. */
function keysOf({ file: { name, nicknames } }: Member): string[] {
  const names = nicknames.length === 0 ? [] : [`nicknames ${fold(nicknames)}`];
  return [`name ${foldText(name)}`, ...names];
}

function sharedFields({ file }: Member, { file: other }: Member): string[] {
  return OWN.filter((field) => {
    const [one, two] = [file[field], other[field]];
    const isThere = one !== undefined && two !== undefined && fold(one) !== "";
    return isThere && fold(one) === fold(two!);
  });
}

function fold(value: string | number | readonly string[]): string {
  return foldText(String(value));
}

/** How well the name of a file fits hers: whole, by her first name, or not. */
function fitOf({ slug, file: { name } }: Member): number {
  if (slug === titleSlug(name)) return 2;
  const first = foldText(name).split(/[^\p{L}\p{N}]+/u)[0] ?? "";
  return slug.split(/[-_.]/).includes(first) ? 1 : 0;
}
