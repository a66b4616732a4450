import { foldText } from "../../src/model/fold_text.ts";
import type { MemberFile } from "../../src/model/content/member.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { namingRoster, type Roster } from "../derive/roster.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { Gap } from "./gap.ts";
import { say } from "../words/say.ts";

/** A name in a line-up or credit, and where it is. */
interface Mention {
  readonly name: string;
  readonly source: Source;
  readonly path: ValuePath;
}

/**
 * Guests by whose names members may be meant: by one typing mistake, or since all words of one name are
 * in the other. Guests whom `group.yaml` knows are left out.
 */
export function findGuests(content: GroupContent): Gap[] {
  if (!content.isNamesWhole) return [];
  const roster = namingRoster(content);
  const byName = Map.groupBy(mentionsIn(content), ({ name }) => foldText(name));
  return [...byName.values()].flatMap((mentions) => {
    const [{ name, source, path }] = mentions as [Mention, ...Mention[]];
    const meant = membersLike(name, roster, content.members);
    if (meant.length === 0) return [];
    const also = mentions.length === 1 ? "" : say` (in ${mentions.length} places)`;
    const names = meant.map(({ slug, file }) => `${file.name} (${slug})`).join(say` or `);
    const note = `${also}${say`: is it ${names}?`}`;
    const place = source.locate(path);
    return [{
      kind: "guest",
      group: content.slug,
      place,
      name: quote(name),
      note,
      isGraduate: false,
    }];
  });
}

function membersLike(
  name: string,
  roster: Roster,
  members: readonly Entry<MemberFile>[],
): readonly Entry<MemberFile>[] {
  const found = roster.find(name);
  if (found.kind !== "guest" || found.isKnown) return [];
  const meant = found.meant === undefined ? undefined : roster.find(found.meant);
  if (meant?.kind === "member") return [meant.member];
  const words = wordsIn(name);
  return members.filter(({ file }) =>
    [file.name, file.fullname ?? "", ...file.nicknames].some((known) =>
      isPartOf(words, wordsIn(known)) || isPartOf(wordsIn(known), words)
    )
  );
}

/** Shorter words are in too many names. */
const MIN_WORD = 3;

/** Whether a list of words is in another one; a list without a word of some length is in none. */
function isPartOf(some: readonly string[], others: readonly string[]): boolean {
  return some.some((word) => word.length >= MIN_WORD) &&
    some.every((word) => others.includes(word));
}

function wordsIn(name: string): string[] {
  return foldText(name).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function mentionsIn({ shows, events, releases, videocalls }: GroupContent): Mention[] {
  const list = (names: readonly string[], source: Source, path: ValuePath): Mention[] =>
    names.map((name, place) => ({ name, source, path: [...path, place] }));
  return [
    ...shows.flatMap(({ file, source }) => list(file.members, source, ["members"])),
    ...events.flatMap(({ file, source }) => list(file.members ?? [], source, ["members"])),
    ...releases.flatMap(({ file, source }) =>
      file.tracks.flatMap(({ members }, place) =>
        list(members, source, ["tracks", place, "members"])
      )
    ),
    ...videocalls.flatMap(({ file, source }) =>
      file.sessions.flatMap(({ members }, place) =>
        list(members, source, ["sessions", place, "members"])
      )
    ),
  ];
}
