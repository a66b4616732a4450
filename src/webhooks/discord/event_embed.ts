import { plainText, shownText } from "../../delivery/escape.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import { addressIn, type EventFields, fieldsOf, fieldText } from "../words/event_fields.ts";
import { eventText } from "../words/event_text.ts";
import type { TextFormat } from "../words/text_format.ts";
import { isOfBroadcast, liveSentence, platformOf, watchUrl } from "../words/live_text.ts";
import { type SpokenGroup, type Words, wordsFor } from "../words/words.ts";

/** A Discord embed, as far as events use it. */
export interface EventEmbed {
  readonly author?: { readonly name: string; readonly icon_url?: string };
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly color: number;
  readonly fields?: readonly { name: string; value: string; inline?: boolean }[];
  readonly image?: { readonly url: string };
  readonly thumbnail?: { readonly url: string };
  readonly footer: { readonly text: string };
  readonly timestamp: string;
}

/** Colours by what is told: red for who is on air, green for what is new, grey for what is over. */
const COLORS = { live: 0xe5484d, over: 0x8b8d98, news: 0x30a46c, party: 0xffc53d, soon: 0xf76b15 };

/** Discord shows `<t:…:F>` as day and time in the reader's own zone. */
const FORMAT: TextFormat = {
  text: plainText,
  instant: (at) => `<t:${Math.floor(at / 1_000)}:F>`,
};

/**
 * What a channel is shown of an event; `picture`: that of its broadcast, where it has none itself.
 * Discord's limits: 256 letters of a title and an author, 4,096 of a description, 6,000 of all.
 */
export function eventEmbed(event: LoggedEvent, group: SpokenGroup, picture = ""): EventEmbed {
  if (isOfBroadcast(event)) return liveEmbed(event, group, picture);
  const fields = fieldsOf(event);
  const { headline, title, lines, url } = eventText(event, group, FORMAT);
  const thumbnail = addressIn(fields, "poster", "image", "cover", "img");
  return {
    title: plainText(title, 250),
    // Discord reads no Markdown in an author and a footer.
    author: { name: shownText(headline, 250) },
    ...(url !== undefined && { url }),
    ...(lines.length > 0 && { description: lines.join("\n") }),
    color: colorOf(event.type),
    ...(thumbnail !== undefined && { thumbnail: { url: thumbnail } }),
    footer: footerOf(group),
    timestamp: event.at,
  };
}

/** The message about a broadcast: who, where, since when, or for how long it was. */
function liveEmbed(
  event: LoggedEvent & { readonly type: `live.${"started" | "resumed" | "ended"}` },
  group: SpokenGroup,
  kept: string,
): EventEmbed {
  const words = wordsFor(group);
  const fields = { img: kept, ...fieldsOf(event) };
  const isOver = event.type === "live.ended";
  const name = fieldText(fields, "name");
  const platform = plainText(platformOf(fields), 50);
  const written = { name: `**${plainText(name, 200)}**`, platform };
  const icon = addressIn(fields, "img_alt", "img");
  const picture = addressIn(fields, "img", "img_alt");
  const url = watchUrl(fields);
  const title = fieldText(fields, "title") || `${name}: ${platformOf(fields)}`;
  return {
    author: { name: shownText(name, 200), ...(icon !== undefined && { icon_url: icon }) },
    title: plainText(title, 250),
    ...(url !== undefined && { url }),
    description: liveSentence(event, fields, words, written),
    color: isOver ? COLORS.over : COLORS.live,
    fields: [
      { name: words.platform, value: platform, inline: true },
      ...sinceFields(fields, words, isOver),
    ],
    // A picture of what is over would only take room.
    ...(picture !== undefined && { [isOver ? "thumbnail" : "image"]: { url: picture } }),
    footer: footerOf(group),
    timestamp: event.at,
  };
}

/** Discord shows `<t:…>` in the reader's own time zone, and `:R` as "5 minutes ago", counting on. */
function sinceFields(fields: EventFields, words: Words, isOver: boolean) {
  const seconds = Math.floor(Date.parse(fieldText(fields, "started_at")) / 1_000);
  if (Number.isNaN(seconds)) return [];
  const value = isOver ? `<t:${seconds}:f>` : `<t:${seconds}:t> (<t:${seconds}:R>)`;
  return [{ name: isOver ? words.started : words.since, value, inline: true }];
}

function footerOf({ name }: SpokenGroup): EventEmbed["footer"] {
  return { text: shownText(name, 200) };
}

function colorOf(type: EventKind): number {
  if (type === "birthday.today") return COLORS.party;
  if (type === "show.soon") return COLORS.soon;
  return type === "show.cancelled" ? COLORS.over : COLORS.news;
}
