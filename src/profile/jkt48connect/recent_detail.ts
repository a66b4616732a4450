import type { MemberDetailItem } from "../../model/item/member.ts";
import type { RecentItem } from "../../model/item/recent.ts";
import type { EditContext } from "../profile_table.ts";
import type { ProfiledRecent } from "./items.ts";

/** Adds what programs read of a broadcast that is over. Comments and gifts are not recorded. */
export function addRoom(recent: RecentItem, { look }: EditContext): ProfiledRecent {
  const { member, live_info: { duration, viewers, date } } = recent;
  const known = member.url === ""
    ? undefined
    : look("member-by-name", { name: member.url }) as MemberDetailItem | undefined;
  return {
    ...recent,
    live_info: {
      duration,
      viewers: { ...viewers, active: 0 },
      date,
      comments: { num: 0, users: 0 },
      gift: { list: [], log: [] },
      screenshot: { folder: "", format: "", list: [] },
    },
    room_info: roomInfo(recent, known),
    idn: idnInfo(recent, known),
    total_gifts: 0,
    gift_rate: 0,
    users: [],
  };
}

function roomInfo(
  { member, group }: RecentItem,
  known: MemberDetailItem | undefined,
): ProfiledRecent["room_info"] {
  return {
    name: member.name,
    nickname: member.nickname,
    fullname: known?.fullname ?? member.name,
    img: member.img,
    img_alt: member.img_alt,
    url: member.url,
    is_graduate: member.is_graduate,
    is_group: member.is_official,
    banner: "",
    jikosokai: known?.jikosokai ?? "",
    generation: known?.generation ?? "",
    group,
  };
}

/** Every text is empty where the broadcast was not on IDN. */
function idnInfo(
  { id, type, title, member }: RecentItem,
  known: MemberDetailItem | undefined,
): ProfiledRecent["idn"] {
  if (type !== "idn") return { id: "", username: "", slug: "", title: "", image: "" };
  return {
    id,
    username: known?.idn_username ?? "",
    slug: id.slice("idn-".length),
    title,
    image: member.img_alt,
  };
}
