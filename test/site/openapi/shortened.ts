/** How many items of a list an example shows. */
const SHOWN = 2;
/** How many events of a stream. */
const EVENTS_SHOWN = 2;

// deno-lint-ignore no-explicit-any
type Item = any;

/** The most telling items of every list, in their order; what counts them counts all. */
export function cut(value: unknown): unknown {
  if (Array.isArray(value)) return richest(value, SHOWN).map(cut);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, cut(field)] as const);
  return Object.fromEntries(fields);
}

/** The items of which most fields say something, those of their own objects too, in their order. */
function richest(items: readonly Item[], count: number): Item[] {
  const ranked = items.map((item, place) => ({ place, fields: fieldsOf(item) }))
    .sort((one, other) => other.fields - one.fields || one.place - other.place);
  const chosen = new Set(ranked.slice(0, count).map(({ place }) => place));
  return items.filter((_, place) => chosen.has(place));
}

function fieldsOf(item: unknown): number {
  if (typeof item !== "object" || item === null) return 0;
  const says = (value: unknown) =>
    value !== "" && value !== null && !(Array.isArray(value) && value.length === 0);
  const values = Object.values(item).filter(says);
  const inner = values.filter((value) => !Array.isArray(value)).map(fieldsOf);
  return inner.reduce((sum, count) => sum + count, values.length);
}

/** The beginning of a text, as a whole text of its type. */
export function cutText(type: string, text: string): string {
  const shorten = SHORTEN[type];
  if (shorten === undefined) throw new TypeError(`Cannot shorten ${type}`);
  return shorten(text);
}

const SHORTEN: Readonly<Record<string, (text: string) => string>> = {
  "text/calendar": (text) => upToFirst(text, "END:VEVENT\r\n", "END:VCALENDAR\r\n"),
  "application/atom+xml": (text) => upToFirst(text, "</entry>", "</feed>\n"),
  "application/x-ndjson": (text) => lines(text, SHOWN),
  "text/csv": (text) => lines(text, 1 + SHOWN),
  "text/event-stream": shortenStream,
};

function upToFirst(text: string, end: string, close: string): string {
  const at = text.indexOf(end);
  return at < 0 ? text : text.slice(0, at + end.length) + close;
}

function lines(text: string, count: number): string {
  return text.split("\n").slice(0, count).map((line) => `${line}\n`).join("");
}

/** The first events, each with the first items of its data; what is no event stays before them. */
function shortenStream(text: string): string {
  const blocks = text.split("\n\n").slice(0, -1).filter((block) => !block.startsWith(":"));
  const last = blocks.findIndex((_, place) =>
    blocks.slice(0, place + 1).filter((block) => /^data:/m.test(block)).length === EVENTS_SHOWN
  );
  return blocks.slice(0, last + 1).map((block) =>
    block.replace(
      /^data: ?(.*)$/m,
      (_, data: string) => `data: ${JSON.stringify(cut(JSON.parse(data)))}`,
    )
  ).map((block) => `${block}\n\n`).join("");
}
