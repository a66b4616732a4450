import { z } from "zod";
import { answerSchema, barePage } from "../../../src/model/answer/answer_schema.ts";
import { ITEMS } from "../../../src/model/item/items.ts";
import {
  profiledBirthday,
  profiledListedShow,
  profiledLive,
  profiledRecent,
  profiledScheduled,
  profiledShowDetail,
} from "../../../src/addons/profile/jkt48connect/items.ts";
import type { Route } from "../../../src/routes/route.ts";

const profiledTheater = barePage("theater", profiledListedShow);

const profiledWholeTheater = z.strictObject({
  ...profiledTheater.shape,
  success: z.literal(true),
  data: profiledListedShow.array(),
});

/** What endpoints answer that is more than `_id`, by their ids. */
const CHANGED: Readonly<Record<string, z.ZodType>> = {
  schedule: profiledScheduled.array(),
  news: barePage("news", ITEMS.news),
  birthday: profiledBirthday.array(),
  show: profiledShowDetail,
  "recent-by-id": profiledRecent,
  live: profiledLive.array(),
  "live-idn": profiledLive.array(),
  "live-showroom": profiledLive.array(),
  "live-youtube": profiledLive.array(),
};

/** The schema of what an endpoint of bare groups answers under the profile. */
export function profiledSchema({ id, answers }: Route, isPage: boolean): z.ZodType {
  if ("stream" in answers || "document" in answers) throw new TypeError(`${id} answers no JSON`);
  if (id === "theater") return withIdFields(isPage ? profiledTheater : profiledWholeTheater);
  return withIdFields(CHANGED[id] ?? answerSchema(answers, "bare", isPage));
}

/** The same schema, where every object with an `id` has it as `_id`, too. */
function withIdFields(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return withIdFields(schema.element as z.ZodType).array();
  if (schema instanceof z.ZodOptional) return withIdFields(schema.unwrap() as z.ZodType).optional();
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries(schema.shape as z.ZodRawShape)
    .map(([name, field]) => [name, withIdFields(field as z.ZodType)]);
  if ("id" in schema.shape) fields.push(["_id", schema.shape.id]);
  return z.strictObject(Object.fromEntries(fields));
}
