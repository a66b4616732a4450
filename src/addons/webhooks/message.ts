import type { Embed } from "../../delivery/discord.ts";
import { plainText, shownText } from "../../delivery/escape.ts";
import type { EventKind, LogEntry } from "../../events/event.ts";
import { type LiveType, PLATFORMS } from "../../model/platforms.ts";
import {
  COUNTS,
  FIELDS,
  type Said,
  type Say,
  spanText,
  speech,
  type SpokenGroup,
} from "./words.ts";

/** The data of an event: which fields it has, its type says. */
// deno-lint-ignore no-explicit-any
type Data = Readonly<Record<string, any>>;

interface Telling {
  readonly data: Data;
  readonly say: Say;
  readonly locale: string;
}

/** What a channel is shown of the events of one type. */
interface Kind {
  readonly headline: Said;
  /** The content's own text; default: the title, or the name. */
  title?(telling: Telling): string;
  /** Lines in Markdown; empty ones are left out. */
  lines?(telling: Telling): readonly string[];
  /** Default: of what is new. */
  readonly color?: number;
}

/** Red for who is on air, green for what is new, orange for what comes, grey for what is over. */
const COLORS = { live: 0xe5484d, news: 0x30a46c, soon: 0xf76b15, over: 0x8b8d98 };

const KINDS: Readonly<Record<EventKind, Kind>> = {
  "live.started": {
    headline: ["On air", "Sedang live"],
    title: broadcastTitle,
    lines: ({ data, say }) => [
      say(["{} is live on {}", "{} sedang live di {}"], ...whoAndWhere(data)),
      since(data.started_at),
    ],
    color: COLORS.live,
  },
  "live.resumed": {
    headline: ["On air", "Sedang live"],
    title: broadcastTitle,
    lines: ({ data, say }) => [
      say(["{} is live again on {}", "{} live lagi di {}"], ...whoAndWhere(data)),
      since(data.started_at),
    ],
    color: COLORS.live,
  },
  "live.ended": {
    headline: ["Ended", "Selesai"],
    title: broadcastTitle,
    lines({ data, say }) {
      const [who, where] = whoAndWhere(data);
      const span = spanText(Date.parse(data.started_at), Date.parse(data.ended_at), say);
      return [say(["{} was live for {} on {}", "{} live selama {} di {}"], who, span, where)];
    },
    color: COLORS.over,
  },
  "live.announced": {
    headline: ["Announced", "Live mendatang"],
    title: ({ data, say }) =>
      say(["{} will be live on {}", "{} akan live di {}"], data.name, platform(data)),
    lines: ({ data }) => [instant(data.scheduled_at), plain(data.title)],
    color: COLORS.soon,
  },
  "show.added": {
    headline: ["New show", "Pertunjukan baru"],
    lines: (telling) => [...occasion(telling), lineup(telling)],
  },
  "show.changed": {
    headline: ["Show changed", "Pertunjukan berubah"],
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
    lines: ({ data }) => [
      instant(data.sale_from),
      ...data.tickets.slice(0, MAX_LINES).map(({ type, price }: Data) =>
        [plain(type, 200), plain(price, 200)].filter(Boolean).join(", ")
      ),
    ],
    color: COLORS.soon,
  },
  "news.published": {
    headline: ["News", "Berita"],
    lines: ({ data, locale }) => [day(data.date, locale), plain(data.content)],
  },
  "release.added": {
    headline: ["New release", "Rilisan baru"],
    lines: ({ data, locale }) => [
      [plain(data.type), day(data.release_date, locale)].filter(Boolean).join(", "),
    ],
  },
  "member.joined": { headline: ["New member", "Anggota baru"] },
  "member.graduated": { headline: ["Graduated", "Lulus"] },
  "birthday.today": {
    headline: ["Birthday today", "Berulang tahun hari ini"],
    lines: ({ data: { current_age: age }, say }) =>
      age === undefined ? [] : [say(["Turns {} today", "Genap {} tahun hari ini"], age)],
  },
  "content.changed": {
    headline: ["Content changed", "Isi berubah"],
    title: ({ data, say }) =>
      Object.entries(COUNTS).filter(([name]) => data[name] > 0)
        .map(([name, said]) => say(said, data[name])).join(", "),
  },
};

const MAX_LINES = 20;

/** Whether an event is the beginning or end of a broadcast: all that is said of one is one message. */
export function isOfBroadcast({ type }: LogEntry): boolean {
  return type === "live.started" || type === "live.resumed" || type === "live.ended";
}

/**
 * What a channel is shown of an event. Discord's limits: 256 letters of a title and an author, 4,096 of a
 * description, 6,000 of all.
 */
export function eventEmbed(event: LogEntry, group: SpokenGroup): Embed {
  const data = event.data as Data;
  const telling = { data, ...speech(group) };
  const { headline, title, lines, color = COLORS.news } = KINDS[event.type];
  const said = lines?.(telling).filter(Boolean).join("\n");
  const tickets: readonly Data[] = data.tickets ?? [];
  const url = addressIn([...tickets.map((ticket) => ticket.url), data.url]) ?? watchUrl(data);
  const picture = addressIn([data.poster, data.image, data.cover, data.img, data.img_alt]);
  return {
    author: { name: telling.say(headline) },
    title: plainText(title?.(telling) || data.title || data.name || event.type, 250),
    ...(url && { url }),
    ...(said && { description: said }),
    color,
    ...(picture && { thumbnail: { url: picture } }),
    // Discord reads no Markdown in a footer.
    footer: { text: shownText(group.name, 200) },
    timestamp: event.at,
  };
}

function broadcastTitle({ data }: Telling): string {
  return data.title || `${data.name}: ${platform(data)}`;
}

function whoAndWhere(data: Data): [who: string, where: string] {
  return [`**${plainText(data.name, 200)}**`, plainText(platform(data), 50)];
}

/** The name of a broadcast's platform, as it writes it. */
function platform(data: Data): string {
  return PLATFORMS[data.type as LiveType]?.title ?? String(data.type);
}

/** Where a broadcast is to be seen. */
function watchUrl({ id, type, url_key: urlKey, slug }: Data): string | undefined {
  return urlKey && PLATFORMS[type as LiveType]?.watchUrl({ id, urlKey, slug });
}

/** The start of a show whose time of day is unknown: its day's last second. */
const UNTIMED = "T23:59:59";

function occasion({ data, locale }: Telling): string[] {
  const isTimed = !data.start_at.includes(UNTIMED);
  return [isTimed ? instant(data.start_at) : day(data.date, locale), plain(data.venue)];
}

/** "Time: 19:00 → 20:00"; then the names of other fields that changed. */
function changes({ data, say, locale }: Telling): string[] {
  const value = (of: Data, name: string) =>
    (name === "date" ? day(of[name], locale) : plain(of[name], 300)) ||
    say(["not known", "belum diketahui"]);
  const former: Data = data.former ?? {};
  // The start is derived from others, which are shown.
  const compared = Object.keys(former).filter((name) => name !== "start_at");
  const names = data.changed
    .filter((name: string) => name !== "start_at" && !compared.includes(name))
    .map((name: string) => FIELDS[name] ? say(FIELDS[name]) : name.replaceAll("_", " "));
  const isPostponed = data.state === "postponed" && data.changed.includes("state");
  return [
    isPostponed ? say(["Postponed: not on this date", "Ditunda: bukan pada tanggal ini"]) : "",
    ...compared.map((name) => {
      const called = say(FIELDS[name]!);
      return `${called.charAt(0).toUpperCase()}${called.slice(1)}: ${value(former, name)} → ${
        value(data, name)
      }`;
    }),
    names.length === 0 ? "" : `${say(["Changed", "Berubah"])}: ${plainText(names.join(", "), 300)}`,
  ];
}

/** "Aya: show 100", a line for each milestone: of all shows, or of those of a setlist. */
function milestones({ data, say }: Telling): string[] {
  return data.milestones.slice(0, MAX_LINES).map(({ name, count, setlist }: Data) => {
    const who = plain(name, 200);
    return setlist
      ? say(["{}: {}, show {}", "{}: {}, pertunjukan ke-{}"], who, plain(setlist, 200), count)
      : say(["{}: show {}", "{}: pertunjukan ke-{}"], who, count);
  });
}

const MAX_LINEUP = 900;

function lineup({ data, say }: Telling): string {
  const names: string[] = data.members.map((name: string) => plainText(name, 100));
  if (names.length === 0) return "";
  let length = 0;
  const written = names.filter((name) => (length += name.length + 2) <= MAX_LINEUP);
  const left = names.length - written.length;
  if (left > 0) written.push(say(["and {} more", "dan {} lainnya"], left));
  return `${say(["Line-up", "Penampil"])}: ${written.join(", ")}`;
}

/** A text as one line that formats and pings nothing; "" if there is none. */
function plain(value: unknown, longest = 600): string {
  return typeof value === "string" && value !== "" ? plainText(value, longest) : "";
}

/** A day and time, which Discord shows in the reader's own zone. */
function instant(timestamp: string): string {
  return `<t:${Math.floor(Date.parse(timestamp) / 1_000)}:F>`;
}

/** Since when, which Discord counts on: "5 minutes ago". */
function since(timestamp: string): string {
  return `<t:${Math.floor(Date.parse(timestamp) / 1_000)}:R>`;
}

/** A local day, `YYYY-MM-DD`, in words; "" if it is none. */
function day(date: string | undefined, locale: string): string {
  const noon = Date.parse(`${date?.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(noon)) return "";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(noon);
}

/** The first https address of some: Discord refuses a message with anything else. */
function addressIn(all: readonly unknown[]): string | undefined {
  return all.map(String)
    .find((one) => one.startsWith("https://") && URL.canParse(one) && one.length <= 2_000);
}
