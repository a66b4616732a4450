import { foldText } from "../../src/model/fold_text.ts";
import type { MemberFile } from "../../src/model/content/member.ts";
import { isYearlessDay, readCivilDate } from "../../src/time/civil_date.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import type { Gap } from "./gap.ts";
import { say } from "../words/say.ts";

/** Finds members of one birth date who share a full name or a nickname: they may be one person. */
export function findTwice({ slug, group, members }: GroupContent): Gap[] {
  const born = members.filter(({ file }) =>
    file.birth_date !== undefined && !isYearlessDay(file.birth_date)
  );
  const days = Map.groupBy(born, ({ file }) => readCivilDate(file.birth_date!, group.timezone));
  return [...days].flatMap(([day, same]) =>
    same.flatMap((member, place) => {
      const first = same.slice(0, place).find((other) => shareName(other.file, member.file));
      return first === undefined ? [] : [gapOf(member, first, day, slug)];
    })
  );
}

function gapOf(
  { file, source }: Entry<MemberFile>,
  first: Entry<MemberFile>,
  day: string,
  group: string,
): Gap {
  return {
    ...{ kind: "twice", group, name: file.name, isGraduate: false },
    note: say` was born on ${day}, as was ${first.file.name} in ${first.source.file}`,
    place: source.locate(["name"]),
  };
}

function shareName(one: MemberFile, other: MemberFile): boolean {
  const names = new Set(namesOf(one));
  return namesOf(other).some((name) => names.has(name));
}

function namesOf({ name, fullname, nicknames }: MemberFile): string[] {
  return [name, fullname, ...nicknames].filter((text) => text !== undefined).map(foldText);
}
