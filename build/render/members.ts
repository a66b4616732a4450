import type { MemberFile } from "../../src/model/content/member.ts";
import type { MemberDetailItem, MemberItem } from "../../src/model/item/member.ts";
import type { MemberStatus } from "../../src/model/enums.ts";
import type { MemberRow } from "../../src/model/pack.ts";
import { isYearlessDay, readBirthDate, readCivilDate } from "../../src/time/civil_date.ts";
import { dayStart } from "../../src/time/wall_clock.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { zodiacOf } from "../derive/zodiac.ts";
import type { Blob } from "../emit/blob.ts";
import { birthdayCalendar } from "./calendars.ts";
import type { RenderContext } from "./context.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";
import { type Added, moreJson, openJson } from "./json.ts";

const pageMembers = createPaging<Entry<MemberFile>, MemberRow>();

/** The members of a group in their order: by name in its language. */
export function sortMembers({ content, memory }: RenderContext): readonly Entry<MemberFile>[] {
  const { members, group: { language } } = content;
  const sort = () => byName(members, language);
  return sortOnce(memory, members, [language], REPORTS_NOTHING, sort);
}

/** Renders a roster in the order given. */
export function renderMembers(
  members: readonly Entry<MemberFile>[],
  context: RenderContext,
): PagedTable {
  const { pages, zone, content: { slug, group } } = context;
  return pageMembers(pages, {
    items: members,
    idOf: ({ slug }) => slug,
    deps: [slug, zone, group.leap_day],
    name: "members",
    keyOf: entryKey,
    write: (entry, blob) => {
      const row = renderMember(entry, context, blob);
      return { row, calendar: birthdayCalendar(row, group.leap_day, blob) };
    },
  });
}

const sortOnce = createRemember<readonly Entry<MemberFile>[]>();

function byName(members: readonly Entry<MemberFile>[], language: string) {
  const collator = new Intl.Collator(language);
  return members.toSorted((one, other) =>
    collator.compare(one.file.name, other.file.name) || (one.slug < other.slug ? -1 : 1)
  );
}

function renderMember(
  entry: Entry<MemberFile>,
  context: RenderContext,
  blob: Blob,
): MemberRow {
  const { slug, file } = entry;
  const { zone } = context;
  const before = statusBefore(file);
  const graduatedFrom = file.graduated && dayStart(readCivilDate(file.graduated, zone), zone);
  const steps = [{ from: -Infinity, json: openJson(memberItem(entry, context, before)) }];
  if (graduatedFrom) {
    steps.push({ from: graduatedFrom, json: openJson(memberItem(entry, context, "graduated")) });
  }
  return {
    id: slug,
    open: blob.addPhases(steps, publishedFrom(file)),
    name: file.name,
    nicknames: file.nicknames,
    formerSlugs: file.former_slugs,
    status: before,
    ...(file.generation && { generation: file.generation }),
    ...(graduatedFrom && { graduatedFrom }),
    ...(file.birth_date && { birthDate: readBirthDate(file.birth_date, zone) }),
    ...(file.img && { img: file.img }),
    ...(file.img_alt && { imgAlt: file.img_alt }),
    ...(file.idn_username && { idnUsername: file.idn_username }),
    ...(file.showroom_url_key && { showroomUrlKey: file.showroom_url_key }),
    ...(file.room_id && { roomId: file.room_id }),
    ...(file.youtube && { youtube: file.youtube }),
    more: blob.add(moreJson(memberMore(file, zone))),
  };
}

/** What she is until the day of her graduation. */
function statusBefore(file: MemberFile): MemberStatus {
  return file.status === "graduated" && file.graduated !== undefined ? "active" : file.status;
}

function memberItem(
  { slug, file }: Entry<MemberFile>,
  { content }: RenderContext,
  status: MemberStatus,
): MemberItem {
  return {
    name: file.name,
    img: file.img ?? "",
    generation: file.generation ?? "",
    status,
    is_graduate: status === "graduated",
    id: slug,
    url_key: slug,
    url: slug,
    nicknames: file.nicknames,
    img_alt: file.img_alt ?? file.img ?? "",
    group: content.slug,
    team: file.team,
    socials: file.socials,
    room_id: file.room_id,
    sr_exists: file.sr_exists ?? (file.room_id === undefined ? undefined : true),
    idn_username: file.idn_username,
    showroom_url_key: file.showroom_url_key,
    birthplace: file.birthplace,
    height: typeof file.height === "number" ? `${file.height} cm` : file.height,
    hobby: file.hobby,
  };
}

/** The fields of her detail that do not depend on the clock. */
type MemberMore = Omit<
  Added<MemberDetailItem, MemberItem>,
  "recentTheater" | "upcomingTheater" | "stats"
>;

function memberMore(file: MemberFile, zone: string): MemberMore {
  const day = (text: string | undefined) => text && readCivilDate(text, zone);
  const birthDate = file.birth_date && readBirthDate(file.birth_date, zone);
  return {
    nickname: file.nicknames[0],
    fullname: file.fullname ?? file.name,
    description: file.description,
    jikosokai: file.jikosokai,
    birthdate: birthDate && isYearlessDay(birthDate) ? undefined : birthDate,
    bloodType: file.blood_type,
    zodiac: file.zodiac ?? (birthDate && zodiacOf(birthDate)),
    joined: day(file.joined),
    graduated: day(file.graduated),
  };
}
