import type { LoggedEvent } from "../../events/event.ts";
import { addressIn, type EventFields, fieldsOf, fieldText } from "./event_fields.ts";
import { isOfBroadcast, liveSentence, platformOf, watchUrl } from "./live_text.ts";
import { dateText, type LineContext, type TextFormat } from "./text_format.ts";
import { showLines } from "./show_lines.ts";
import { type ChangeCounts, type SpokenGroup, type Words, wordsFor } from "./words.ts";

/** What a message says of an event. */
export interface EventText {
  /** "New show". */
  readonly headline: string;
  /** The content's own text: not written by the format. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly url?: string;
}

/** What a message with this format says of an event, in the language of its group. */
export function eventText(event: LoggedEvent, group: SpokenGroup, format: TextFormat): EventText {
  const words = wordsFor(group);
  const fields = fieldsOf(event);
  const url = isOfBroadcast(event) ? watchUrl(fields) : addressIn(fields, "url");
  return {
    headline: headlineOf(event, fields, words),
    title: titleOf(event, fields, words),
    lines: linesOf(event, { fields, words, group, format }).filter(Boolean),
    ...(url !== undefined && { url }),
  };
}

function headlineOf({ type }: LoggedEvent, fields: EventFields, words: Words): string {
  const isPostponed = type === "show.changed" && fieldText(fields, "state") === "postponed" &&
    Array.isArray(fields.changed) && fields.changed.includes("state");
  // A newer program may have logged a type that this one does not know.
  return isPostponed ? words.postponed : words.headlines[type] ?? type;
}

function titleOf(event: LoggedEvent, fields: EventFields, words: Words): string {
  if (isOfBroadcast(event)) {
    const name = fieldText(fields, "name");
    return liveSentence(event, fields, words, { name, platform: platformOf(fields) });
  }
  if (event.type === "content.changed") return countWords(fields, words);
  return fieldText(fields, "title") || fieldText(fields, "name") || event.type;
}

/** What is to be said besides the title. */
function linesOf(event: LoggedEvent, parts: LineContext): string[] {
  const { fields, words, format } = parts;
  const text = (name: string) => {
    const value = fieldText(fields, name);
    return value === "" ? "" : format.text(value, 600);
  };
  if (isOfBroadcast(event)) return [text("title")];
  if (event.type.startsWith("show.")) return showLines(event, parts);
  switch (event.type) {
    case "news.published":
      return [dateText(fieldText(fields, "date"), words), text("content")];
    case "release.added": {
      const type = fieldText(fields, "type");
      const date = dateText(fieldText(fields, "release_date"), words);
      return [[words.releaseTypes[type] ?? text("type"), date].filter(Boolean).join(", ")];
    }
    case "birthday.today":
      return typeof fields.current_age === "number" ? [words.turns(fields.current_age)] : [];
    case "content.changed":
      return kindLines(parts);
    default:
      return [];
  }
}

/** "3 added, 1 removed". */
function countWords(counts: EventFields, words: Words): string {
  const parts = (["added", "changed", "removed"] satisfies (keyof ChangeCounts)[])
    .flatMap((name) => {
      const count = counts[name];
      return typeof count === "number" && count > 0 ? [words.counts(name, count)] : [];
    });
  return parts.join(", ") || words.nothing;
}

function kindLines({ fields: { kinds }, words, format }: LineContext): string[] {
  if (typeof kinds !== "object" || kinds === null) return [];
  return Object.entries(kinds as Record<string, EventFields>).slice(0, 20)
    .map(([kind, counts]) =>
      `${words.kinds[kind] ?? format.text(kind, 50)}: ${countWords(counts, words)}`
    );
}
