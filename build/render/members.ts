import type { MemberFile } from "../schema/content/member.ts";
import type { MemberDetailItem, MemberItem } from "../../src/model/item/member.ts";
import type { MemberStatus } from "../../src/model/enums.ts";
import type { MemberRow } from "../../src/model/pack.ts";
import { isYearlessDay } from "../../src/time/civil_date.ts";
import { dayStart } from "../../src/time/wall_clock.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { zodiacOf } from "../derive/zodiac.ts";
import type { Step } from "../emit/bodies.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import { birthdayCalendar } from "./calendars.ts";
import { type RenderContext, textOf } from "./context.ts";
import { type Added, moreJson, openJson } from "./json.ts";
import { type Loose, writeTable, type WrittenTable } from "./table.ts";

/** The members of a group in their order: by name in its language, in Japanese by how names are read. */
export function sortMembers({ content }: RenderContext): readonly Entry<MemberFile>[] {
  const { members, group: { language } } = content;
  const collator = new Intl.Collator(language);
  const isRead = new Intl.Locale(language).language === "ja";
  const key = ({ name, name_reading }: MemberFile) => isRead ? name_reading ?? name : name;
  return members.toSorted((one, other) =>
    collator.compare(key(one.file), key(other.file)) || (one.slug < other.slug ? -1 : 1)
  );
}

/** Renders a roster in the order given. */
export function renderMembers(
  members: readonly Entry<MemberFile>[],
  context: RenderContext,
): WrittenTable {
  const { bodies, content: { slug: group, group: { timezone: zone, leap_day: leapDay } } } =
    context;
  return writeTable(context, members, {
    name: "members",
    idOf: ({ slug }) => slug,
    madeOf: (entry) => textOf(entry),
    tell: (entry) => ({
      steps: stepsOf(entry, group, zone),
      more: moreJson(memberMore(entry.file)),
      calendar: birthdayCalendar(entry.file, leapDay),
    }),
    write: ({ slug, file }, { steps, more, calendar }) => ({
      row: {
        id: slug,
        open: bodies.addPhases(steps, publishedFrom(file)),
        name: file.name,
        nicknames: file.nicknames,
        nameNative: file.name_native,
        nameReading: file.name_reading,
        formerSlugs: file.former_slugs,
        status: statusBefore(file),
        generation: file.generation,
        graduatedFrom: graduatedFrom(file, zone),
        birthDate: file.birth_date,
        img: file.img,
        imgAlt: file.img_alt,
        idnUsername: file.idn_username,
        showroomUrlKey: file.showroom_url_key,
        roomId: file.room_id,
        youtube: file.youtube,
        showsBefore: file.shows_before,
        more: bodies.add(more),
      } satisfies Loose<MemberRow>,
      calendar: calendar === null ? null : bodies.add(calendar),
    }),
  });
}

function stepsOf(entry: Entry<MemberFile>, group: string, zone: string): Step[] {
  const { file } = entry;
  const item = (status: MemberStatus) => openJson(memberItem(entry, group, status));
  const before = { from: -Infinity, json: item(statusBefore(file)) };
  const from = graduatedFrom(file, zone);
  return from === undefined ? [before] : [before, { from, json: item("graduated") }];
}

/** Epoch ms from which she has graduated. */
function graduatedFrom({ graduated }: MemberFile, zone: string): number | undefined {
  return graduated === undefined ? undefined : dayStart(graduated, zone);
}

/** What she is until the day of her graduation. */
function statusBefore(file: MemberFile): MemberStatus {
  return file.status === "graduated" && file.graduated !== undefined ? "active" : file.status;
}

function memberItem(entry: Entry<MemberFile>, group: string, status: MemberStatus): MemberItem {
  const { slug, file } = entry;
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
    group,
    team: file.team,
    socials: file.socials,
    room_id: file.room_id,
    sr_exists: file.sr_exists ?? (file.room_id === undefined ? undefined : true),
    idn_username: file.idn_username,
    showroom_url_key: file.showroom_url_key,
    birthplace: file.birthplace,
    height: typeof file.height === "number" ? `${file.height} cm` : file.height,
    hobby: file.hobby,
    name_native: file.name_native,
    name_reading: file.name_reading,
    ...pictureSize("img", file.img, entry),
  };
}

/** The fields of her detail that do not depend on the clock. */
type MemberMore = Omit<
  Added<MemberDetailItem, MemberItem>,
  "recentTheater" | "upcomingTheater" | "stats"
>;

function memberMore(file: MemberFile): MemberMore {
  const birthDate = file.birth_date;
  return {
    nickname: file.nicknames[0],
    fullname: file.fullname ?? file.name,
    description: file.description,
    jikosokai: file.jikosokai,
    birthdate: birthDate && isYearlessDay(birthDate) ? undefined : birthDate,
    bloodType: file.blood_type,
    zodiac: file.zodiac ?? (birthDate && zodiacOf(birthDate)),
    joined: file.joined,
    graduated: file.graduated,
    history: file.history,
    shows_before: file.shows_before,
  };
}
