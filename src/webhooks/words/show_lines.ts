import type { LoggedEvent } from "../../events/event.ts";
import { type EventFields, fieldText } from "./event_fields.ts";
import { dateText, type LineContext } from "./text_format.ts";

/** Letters of a line-up that are written out. */
const MAX_LINEUP = 900;
/** The start of a show whose time of day is unknown: its day's last second. */
const UNTIMED = "T23:59:59";

/** What is to be said of a show: when and where, what it was before, and who performs. */
export function showLines({ type }: LoggedEvent, parts: LineContext): string[] {
  const { fields, format } = parts;
  const venue = fieldText(fields, "venue");
  const hasLineup = type === "show.added" || type === "show.soon";
  return [
    startOf(parts),
    venue === "" ? "" : format.text(venue, 600),
    ...(type === "show.changed" ? changeLines(parts) : []),
    hasLineup ? lineupOf(parts) : "",
  ];
}

function startOf({ fields, words, group, format }: LineContext): string {
  const startAt = fieldText(fields, "start_at");
  const start = Date.parse(startAt);
  const isTimed = !Number.isNaN(start) && !startAt.includes(UNTIMED);
  return isTimed ? format.instant(start, group) : dateText(fieldText(fields, "date"), words);
}

/** The values of a show that its event tells before and after. */
const COMPARED = ["title", "date", "time", "venue"];
/** They are made of others, which are told. */
const DERIVED = ["start_at"];

/** "Time: 19:00 → 20:00"; then the names of other fields that changed. */
function changeLines(parts: LineContext): string[] {
  const { fields, words, format } = parts;
  const { changed, former } = fields;
  const old = typeof former === "object" && former !== null ? former as EventFields : {};
  const compared = COMPARED.filter((name) => typeof old[name] === "string");
  const names = (Array.isArray(changed) ? changed.map(String) : [])
    .filter((name) => !compared.includes(name) && !DERIVED.includes(name))
    .map((name) => words.fields[name] ?? name.replaceAll("_", " "));
  return [
    ...compared.map((name) => {
      const [before, after] = [old, fields].map((one) => valueText(one, name, parts));
      return `${capital(words.fields[name]!)}: ${before} → ${after}`;
    }),
    names.length === 0 ? "" : `${words.changed}: ${format.text(names.join(", "), 300)}`,
  ];
}

function valueText(fields: EventFields, name: string, { words, format }: LineContext): string {
  const value = fieldText(fields, name);
  if (value === "") return words.unknown;
  return name === "date" ? dateText(value, words) : format.text(value, 300);
}

function lineupOf({ fields: { members }, words, format }: LineContext): string {
  const names = (Array.isArray(members) ? members.map(String) : []).map((name) =>
    format.text(name, 100)
  );
  if (names.length === 0) return "";
  let length = 0;
  const written = names.filter((name) => (length += name.length + 2) <= MAX_LINEUP);
  const left = names.length - written.length;
  const list = [...written, ...(left > 0 ? [words.more(left)] : [])];
  return `${words.lineup}: ${list.join(", ")}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
