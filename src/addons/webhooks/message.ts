import type { Embed } from "../../delivery/discord.ts";
import { plainText, shownText } from "../../delivery/escape.ts";
import type { EventKind, LogEntry } from "../../events/event.ts";
import { LIVE_TYPES, PLATFORMS } from "../../model/platforms.ts";
import {
  COUNTS,
  FIELDS,
  KINDS,
  type Said,
  type Say,
  spanText,
  speech,
  type SpokenGroup,
} from "./words.ts";

/** The fields of an item, of which none is sure to be there. */
type Fields = Readonly<Record<string, unknown>>;

/** An event as messages are made of it. */
interface Telling {
  readonly fields: Fields;
  readonly say: Say;
  readonly locale: string;
}

/** What a channel is shown of the events of one type. */
interface Kind {
  readonly headline: Said | ((telling: Telling) => Said);
  /** The content's own text; default: the title, or the name. */
  title?(telling: Telling): string;
  /** Lines in Markdown; empty ones are left out. */
  lines?(telling: Telling): readonly string[];
  /** Default: of what is new. */
  readonly color?: number;
}

/** Red for who is on air, green for what is new, grey for what is over. */
const COLORS = { live: 0xe5484d, over: 0x8b8d98, news: 0x30a46c, party: 0xffc53d, soon: 0xf76b15 };

const BROADCAST_KINDS = ["live.started", "live.resumed", "live.ended"] as const;
type BroadcastKind = typeof BROADCAST_KINDS[number];

const MESSAGES: Readonly<Record<Exclude<EventKind, BroadcastKind>, Kind>> = {
  "live.announced": {
    headline: ["Announced", "Live mendatang"],
    title: ({ fields, say }) =>
      say(["{} will be live on {}", "{} akan live di {}"], text(fields, "name"), platform(fields)),
    lines: ({ fields }) => [instant(fields, "scheduled_at"), plain(fields, "title")],
    color: COLORS.soon,
  },
  "show.added": {
    headline: ["New show", "Pertunjukan baru"],
    lines: (telling) => [...occasion(telling), lineup(telling)],
  },
  "show.changed": {
    headline: ({ fields: { state, changed } }) =>
      state === "postponed" && namesIn(changed).includes("state")
        ? ["Show postponed", "Pertunjukan ditunda"]
        : ["Show changed", "Pertunjukan berubah"],
    lines: (telling) => [...occasion(telling), ...changes(telling)],
  },
  "show.cancelled": {
    headline: ["Show cancelled", "Pertunjukan dibatalkan"],
    lines: occasion,
    color: COLORS.over,
  },
  "show.soon": {
    headline: ["Show begins soon", "Pertunjukan segera dimulai"],
    lines: (telling) => [...occasion(telling), lineup(telling)],
    color: COLORS.soon,
  },
  "show.milestone": {
    headline: ["Milestone", "Pencapaian"],
    lines: (telling) => [...occasion(telling), ...milestones(telling)],
  },
  "ticket.sale": {
    headline: ["Tickets on sale", "Tiket mulai dijual"],
    lines: ({ fields }) => [
      instant(fields, "sale_from"),
      ...itemsIn(fields.tickets).slice(0, MAX_LINES).map((ticket) =>
        [plain(ticket, "type", 200), plain(ticket, "price", 200)].filter(Boolean).join(", ")
      ),
    ],
    color: COLORS.soon,
  },
  "news.published": {
    headline: ["News", "Berita"],
    lines: (telling) => [day(telling, "date"), plain(telling.fields, "content")],
  },
  "release.added": {
    headline: ["New release", "Rilisan baru"],
    lines(telling) {
      const type = text(telling.fields, "type") === "ep" ? "EP" : plain(telling.fields, "type");
      return [[type, day(telling, "release_date")].filter(Boolean).join(", ")];
    },
  },
  "member.joined": { headline: ["New member", "Anggota baru"] },
  "member.graduated": { headline: ["Graduated", "Lulus"] },
  "birthday.today": {
    headline: ["Birthday today", "Berulang tahun hari ini"],
    lines: ({ fields: { current_age: age }, say }) =>
      typeof age === "number" ? [say(["Turns {} today", "Genap {} tahun hari ini"], age)] : [],
    color: COLORS.party,
  },
  "content.changed": {
    headline: ["Content changed", "Isi berubah"],
    title: ({ fields, say }) => counts(fields, say),
    lines: ({ fields: { kinds }, say }) =>
      Object.entries(fieldsIn(kinds)).slice(0, MAX_LINES).map(([kind, some]) => {
        const name = KINDS[kind];
        return `${name ? say(name) : plainText(kind, 50)}: ${counts(fieldsIn(some), say)}`;
      }),
  },
};

const MAX_LINES = 20;

/** Whether an event is the beginning or end of a broadcast. */
export function isOfBroadcast(event: LogEntry): event is LogEntry & { type: BroadcastKind } {
  return BROADCAST_KINDS.some((kind) => kind === event.type);
}

/** The picture of a broadcast; its end comes without one. */
export function pictureOf({ data }: LogEntry): string {
  return text(fieldsIn(data), "img");
}

/**
 * What a channel is shown of an event; `picture`: that of its broadcast, if it has none itself.
 * Discord's limits: 256 letters of a title and an author, 4,096 of a description, 6,000 of all.
 */
export function eventEmbed(event: LogEntry, group: SpokenGroup, picture = ""): Embed {
  const telling = { fields: fieldsIn(event.data), ...speech(group) };
  const own = isOfBroadcast(event)
    ? broadcastEmbed(event.type, { ...telling, fields: { img: picture, ...telling.fields } })
    : kindEmbed(event.type as keyof typeof MESSAGES, telling);
  // Discord reads no Markdown in an author and a footer.
  return { ...own, footer: { text: shownText(group.name, 200) }, timestamp: event.at };
}

function kindEmbed(type: keyof typeof MESSAGES, telling: Telling): Omit<Embed, "timestamp"> {
  const { headline, title, lines, color = COLORS.news } = MESSAGES[type];
  const { fields, say } = telling;
  const tickets = type === "ticket.sale" ? itemsIn(fields.tickets) : [];
  const url = tickets.map((ticket) => address(ticket, "url")).find(Boolean) ??
    address(fields, "url");
  const said = lines?.(telling).filter(Boolean).join("\n");
  const thumbnail = address(fields, "poster", "image", "cover", "img");
  const name = title?.(telling) ?? (text(fields, "title") || text(fields, "name") || type);
  return {
    title: plainText(name, 250),
    author: { name: say(typeof headline === "function" ? headline(telling) : headline) },
    ...(url && { url }),
    ...(said && { description: said }),
    color,
    ...(thumbnail && { thumbnail: { url: thumbnail } }),
  };
}

/** The message about a broadcast: who, where, since when, or for how long it was. */
function broadcastEmbed(
  type: BroadcastKind,
  { fields, say }: Telling,
): Omit<Embed, "timestamp"> {
  const isOver = type === "live.ended";
  const name = text(fields, "name");
  const who = `**${plainText(name, 200)}**`;
  const where = plainText(platform(fields), 50);
  const [from, to] = ["started_at", "ended_at"].map((one) => Date.parse(text(fields, one)));
  const seconds = Math.floor(from! / 1_000);
  const picture = address(fields, "img", "img_alt");
  const icon = address(fields, "img_alt", "img");
  const url = knownPlatform(fields)?.watchUrl({
    id: text(fields, "id"),
    urlKey: text(fields, "url_key"),
    slug: text(fields, "slug"),
  });
  return {
    author: { name: shownText(name, 200), ...(icon && { icon_url: icon }) },
    title: plainText(text(fields, "title") || `${name}: ${platform(fields)}`, 250),
    ...(url !== undefined && { url }),
    description: isOver
      ? say(["{} was live for {}", "{} live selama {}"], who, spanText(from!, to!, say))
      : type === "live.started"
      ? say(["{} is live on {}", "{} sedang live di {}"], who, where)
      : say(["{} is live again on {}", "{} live lagi di {}"], who, where),
    color: isOver ? COLORS.over : COLORS.live,
    fields: [
      { name: "Platform", value: where, inline: true },
      // Discord shows `<t:…>` in the reader's own time zone, and `:R` as "5 minutes ago", counting on.
      ...(Number.isNaN(seconds) ? [] : [{
        name: isOver ? say(["Started", "Mulai"]) : say(["Since", "Sejak"]),
        value: isOver ? `<t:${seconds}:f>` : `<t:${seconds}:t> (<t:${seconds}:R>)`,
        inline: true,
      }]),
    ],
    // A picture of what is over would only take room.
    ...(picture && { [isOver ? "thumbnail" : "image"]: { url: picture } }),
  };
}

/** The start of a show whose time of day is unknown: its day's last second. */
const UNTIMED = "T23:59:59";

/** When and where. */
function occasion(telling: Telling): string[] {
  const { fields } = telling;
  const isTimed = !text(fields, "start_at").includes(UNTIMED);
  const start = isTimed ? instant(fields, "start_at") : "";
  return [start || day(telling, "date"), plain(fields, "venue")];
}

/** The values of a show that its event has before and after. */
const COMPARED = ["title", "date", "time", "venue"];
/** They are derived from others, which are shown. */
const DERIVED = ["start_at"];

/** "Time: 19:00 → 20:00"; then the names of other fields that changed. */
function changes({ fields, say, locale }: Telling): string[] {
  const former = fieldsIn(fields.former);
  const compared = COMPARED.filter((name) => typeof former[name] === "string");
  const value = (of: Fields, name: string) =>
    (name === "date" ? day({ fields: of, locale }, name) : plain(of, name, 300)) ||
    say(["not known", "belum diketahui"]);
  const names = namesIn(fields.changed)
    .filter((name) => !compared.includes(name) && !DERIVED.includes(name))
    .map((name) => FIELDS[name] ? say(FIELDS[name]) : name.replaceAll("_", " "));
  const others = plainText(names.join(", "), 300);
  return [
    ...compared.map((name) =>
      `${capital(say(FIELDS[name]!))}: ${value(former, name)} → ${value(fields, name)}`
    ),
    names.length === 0 ? "" : `${say(["Changed", "Berubah"])}: ${others}`,
  ];
}

/** "Aya: show 100", a line for each milestone: of all shows, or of those of a setlist. */
function milestones({ fields, say }: Telling): string[] {
  const all = itemsIn(fields.milestones);
  const lines = all.slice(0, MAX_LINES).map((one) => {
    const count = typeof one.count === "number" ? one.count : 0;
    const [name, setlist] = [plain(one, "name", 200), plain(one, "setlist", 200)];
    if (setlist === "") {
      return count === 1
        ? say(["{}: first show", "{}: pertunjukan pertama"], name)
        : say(["{}: show {}", "{}: pertunjukan ke-{}"], name, count);
    }
    return count === 1
      ? say(["{}: {} for the first time", "{}: {} untuk pertama kali"], name, setlist)
      : say(["{}: {} for the {}th time", "{}: {} yang ke-{}"], name, setlist, count);
  });
  return all.length > lines.length ? [...lines, more(all.length - lines.length, say)] : lines;
}

/** Letters of a line-up that are written out. */
const MAX_LINEUP = 900;

function lineup({ fields: { members }, say }: Telling): string {
  const names = namesIn(members).map((name) => plainText(name, 100));
  if (names.length === 0) return "";
  let length = 0;
  const written = names.filter((name) => (length += name.length + 2) <= MAX_LINEUP);
  const left = names.length - written.length;
  const list = [...written, ...(left > 0 ? [more(left, say)] : [])];
  return `${say(["Line-up", "Penampil"])}: ${list.join(", ")}`;
}

function more(count: number, say: Say): string {
  return say(["and {} more", "dan {} lainnya"], count);
}

/** "3 added, 1 removed". */
function counts(fields: Fields, say: Say): string {
  const parts = Object.entries(COUNTS).flatMap(([name, said]) => {
    const count = fields[name];
    return typeof count === "number" && count > 0 ? [say(said, count)] : [];
  });
  return parts.join(", ") || say(["No visible change", "Tidak ada perubahan yang terlihat"]);
}

function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}

function itemsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** A text as one line that formats and pings nothing; "" if there is none. */
function plain(fields: Fields, name: string, longest = 600): string {
  const value = text(fields, name);
  return value === "" ? "" : plainText(value, longest);
}

/** A day and time, which Discord shows in the reader's own zone. */
function instant(fields: Fields, name: string): string {
  const at = Date.parse(text(fields, name));
  return Number.isNaN(at) ? "" : `<t:${Math.floor(at / 1_000)}:F>`;
}

/** A local day, `YYYY-MM-DD`, in words; "" if it is none. */
function day({ fields, locale }: Pick<Telling, "fields" | "locale">, name: string): string {
  const noon = Date.parse(`${text(fields, name).slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(noon)) return "";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(noon);
}

/** The first https address of some fields: Discord refuses a message with anything else. */
function address(fields: Fields, ...names: string[]): string | undefined {
  return names.map((name) => text(fields, name))
    .find((one) => one.startsWith("https://") && URL.canParse(one) && one.length <= 2_000);
}

/** The name of a broadcast's platform, as it writes it. */
function platform(fields: Fields): string {
  return knownPlatform(fields)?.title ?? text(fields, "type");
}

function knownPlatform(fields: Fields) {
  const type = LIVE_TYPES.find((one) => one === text(fields, "type"));
  return type && PLATFORMS[type];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
