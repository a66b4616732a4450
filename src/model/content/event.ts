import { z } from "zod";
import { clockTime, day, identifier, image, link, memberName, publication, text } from "./field.ts";
import { state } from "./show.ts";

/** `events/<slug>.yaml`: a handshake event, a concert, an appearance. */
export const eventFile = z.strictObject({
  id: identifier.optional(),
  title: text,
  /** `media` (television, radio, print) is told apart in the wrapped family's schedule only. */
  type: z.enum(["handshake", "concert", "offair", "media", "other"]).default("other"),
  date: day,
  time: clockTime.optional(),
  venue: text.optional(),
  description: text.optional(),
  /** The icon of the event's category. */
  label: image.optional(),
  url: link.optional(),
  members: z.array(memberName).optional(),
  state: state.default("scheduled"),
  ...publication,
});

export type EventFile = z.infer<typeof eventFile>;
