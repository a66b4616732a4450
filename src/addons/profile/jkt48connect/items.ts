import { z } from "zod";
import { birthdayItem } from "../../../model/item/member.ts";
import type { ItemOf } from "../../../model/item/item_of.ts";
import { ITEMS } from "../../../model/item/items.ts";
import { liveItem, recentItem } from "../../../model/item/live.ts";
import { showDetailItem } from "../../../model/item/occasions.ts";
import type { PageCounts } from "../../../catalog/phases.ts";

/** A birthday. */
export const profiledBirthday = z.strictObject({
  ...birthdayItem.shape,
  birthdate: z.string(),
  is_birthday_today: z.boolean(),
  next_birthday_countdown: z.strictObject({ days: z.number() }),
});

/** A broadcast on air. */
export const profiledLive = z.strictObject({
  ...liveItem.shape,
  channelTitle: z.string().optional(),
  description: z.string().optional(),
  publishedAt: z.string().optional(),
});

/** A show's fields, with those behind them that every show has for programs. */
function showFields<Shape extends z.ZodRawShape>(
  { poster: _, banner: __, ...fields }: Shape,
) {
  return {
    ...fields,
    start_time: z.string(),
    banner: z.string().optional(),
    poster: z.string().optional(),
  };
}

/** A show in lists. */
export const profiledListedShow = z.strictObject(showFields(ITEMS.pagedShow.shape));

/** A show or event in `schedule`. */
export const profiledScheduled = z.strictObject({
  ...ITEMS.schedule.shape,
  start_time: z.string(),
});

const profiledPerson = z.strictObject({
  id: z.string(),
  name: z.string(),
  img: z.string(),
  url_key: z.string(),
});

const profiledShow = z.strictObject({
  ...showFields(showDetailItem.omit({ team: true }).shape),
  setlist: z.strictObject({
    id: z.string(),
    title: z.string(),
    title_alt: z.string(),
    description: z.string(),
    poster: z.string(),
    banner: z.string(),
    songs: z.array(z.string()),
  }),
  members: z.array(profiledPerson),
  team: z.strictObject({ id: z.string(), img: z.string() }),
});

/** A show in detail. */
export const profiledShowDetail = z.strictObject({
  ...showFields(showDetailItem.shape),
  members: z.array(profiledPerson),
  shows: z.array(profiledShow).length(1),
});

/** A broadcast that is over. */
export const profiledRecent = z.strictObject({
  ...recentItem.shape,
  live_info: z.strictObject({
    duration: z.number(),
    viewers: z.strictObject({ num: z.number(), active: z.number() }),
    date: recentItem.shape.live_info.shape.date,
    comments: z.strictObject({ num: z.number(), users: z.number() }),
    gift: z.strictObject({ list: z.array(z.never()), log: z.array(z.never()) }),
    screenshot: z.strictObject({
      folder: z.string(),
      format: z.string(),
      list: z.array(z.never()),
    }),
  }),
  room_info: z.strictObject({
    name: z.string(),
    nickname: z.string(),
    fullname: z.string(),
    img: z.string(),
    img_alt: z.string(),
    url: z.string(),
    is_graduate: z.boolean(),
    is_group: z.boolean(),
    banner: z.string(),
    jikosokai: z.string(),
    generation: z.string(),
    group: z.string(),
  }),
  idn: z.strictObject({
    id: z.string(),
    username: z.string(),
    slug: z.string(),
    title: z.string(),
    image: z.string(),
  }),
  total_gifts: z.number(),
  gift_rate: z.number(),
  users: z.array(z.never()),
});

export type ProfiledBirthday = ItemOf<typeof profiledBirthday>;
export type ProfiledLive = ItemOf<typeof profiledLive>;
export type ProfiledPerson = ItemOf<typeof profiledPerson>;
type ProfiledListedShow = ItemOf<typeof profiledListedShow>;
export type ProfiledScheduled = ItemOf<typeof profiledScheduled>;
export type ProfiledShow = ItemOf<typeof profiledShow>;
export type ProfiledShowDetail = ItemOf<typeof profiledShowDetail>;
export type ProfiledRecent = ItemOf<typeof profiledRecent>;

/** A page of shows; where everything is asked for, with the list under its second name. */
export interface ProfiledTheater extends PageCounts {
  readonly theater: readonly ProfiledListedShow[];
  readonly success?: true;
  readonly data?: readonly ProfiledListedShow[];
}
