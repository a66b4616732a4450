/**
 * This room puts events into words, in the language of their group: for messages that people read.
 *
 * @module
 */

import type { EventKind } from "../../events/event.ts";

/** A group as messages name it. */
export interface SpokenGroup {
  readonly name: string;
  /** As `language:` of its content says: `id`, `en`. */
  readonly language: string;
  /** The zone of its times. */
  readonly timezone: string;
}

/** Counts of items that came, changed and went. */
export type ChangeCounts = Readonly<Record<"added" | "changed" | "removed", number>>;

/** Words by the names that content has. */
type Names = Readonly<Record<string, string>>;

/** What messages say in English, and the shape of what they say in any language. */
const ENGLISH = {
  /** What `Intl` formats dates by. */
  locale: "en-GB",
  headlines: {
    "live.started": "On air",
    "live.resumed": "On air again",
    "live.ended": "Off air",
    "live.announced": "Announced",
    "show.added": "New show",
    "show.changed": "Show changed",
    "show.cancelled": "Show cancelled",
    "show.soon": "Show begins soon",
    "show.milestone": "Milestone",
    "ticket.sale": "Tickets on sale",
    "news.published": "News",
    "release.added": "New release",
    "member.joined": "New member",
    "member.graduated": "Graduated",
    "birthday.today": "Birthday today",
    "content.changed": "Content changed",
  } satisfies Readonly<Record<EventKind, string>>,
  postponed: "Show postponed",
  lineup: "Line-up",
  changed: "Changed",
  /** In place of a value that was not known before, or is not known now. */
  unknown: "not known",
  nothing: "No visible change",
  platform: "Platform",
  since: "Since",
  started: "Started",
  /** Sent to an address that is to be registered, before what it has to answer with. */
  verification: "Events will be sent here. Verification:",
  test: "This is a test: events will be sent here.",
  fields: {
    title: "title",
    setlist: "setlist",
    date: "date",
    time: "time",
    venue: "venue",
    team: "team",
    state: "status",
    members: "line-up",
    seitansai: "birthday show",
    graduation: "graduation show",
    poster: "poster",
    banner: "banner",
    url: "link",
    id: "file name",
    duration: "duration",
    tickets: "tickets",
    stream: "stream",
  } as Names,
  kinds: {
    member: "members",
    show: "shows",
    news: "news",
    event: "events",
    release: "releases",
    videocall: "video calls",
    setlist: "setlists",
  } as Names,
  releaseTypes: { single: "single", album: "album", ep: "EP", digital: "digital" } as Names,
  more: (count: number) => `and ${count} more`,
  turns: (age: number) => `Turns ${age} today`,
  /** "Aya: show 100", of all shows or of those of a setlist. */
  reaches: (name: string, count: number, setlist: string) =>
    setlist === ""
      ? `${name}: ${count === 1 ? "first show" : `show ${count}`}`
      : `${name}: ${setlist} ${count === 1 ? "for the first time" : `for the ${count}th time`}`,
  counts: (change: keyof ChangeCounts, count: number) => `${count} ${change}`,
  hours: (hours: number, minutes: number) =>
    spanWords(hours, minutes, "h", "min", "less than a minute"),
  isLive: (name: string, platform: string) => `${name} is live on ${platform}`,
  isLiveAgain: (name: string, platform: string) => `${name} is live again on ${platform}`,
  wasLive: (name: string, span: string) => `${name} was live for ${span}`,
  willBeLive: (name: string, platform: string) => `${name} will be live on ${platform}`,
};

/** What messages are made of in one language. */
export type Words = typeof ENGLISH;

const COUNTS_IN_INDONESIAN = { added: "baru", changed: "berubah", removed: "dihapus" };

const INDONESIAN: Words = {
  locale: "id-ID",
  headlines: {
    "live.started": "Sedang live",
    "live.resumed": "Live lagi",
    "live.ended": "Live selesai",
    "live.announced": "Live mendatang",
    "show.added": "Pertunjukan baru",
    "show.changed": "Pertunjukan berubah",
    "show.cancelled": "Pertunjukan dibatalkan",
    "show.soon": "Pertunjukan segera dimulai",
    "show.milestone": "Pencapaian",
    "ticket.sale": "Tiket mulai dijual",
    "news.published": "Berita",
    "release.added": "Rilisan baru",
    "member.joined": "Anggota baru",
    "member.graduated": "Lulus",
    "birthday.today": "Berulang tahun hari ini",
    "content.changed": "Isi berubah",
  },
  postponed: "Pertunjukan ditunda",
  lineup: "Penampil",
  changed: "Berubah",
  unknown: "belum diketahui",
  nothing: "Tidak ada perubahan yang terlihat",
  platform: "Platform",
  since: "Sejak",
  started: "Mulai",
  verification: "Kabar akan dikirim ke sini. Verifikasi:",
  test: "Ini uji coba: kabar akan dikirim ke sini.",
  fields: {
    title: "judul",
    setlist: "setlist",
    date: "tanggal",
    time: "jam",
    venue: "tempat",
    team: "tim",
    state: "status",
    members: "penampil",
    seitansai: "perayaan ulang tahun",
    graduation: "pertunjukan kelulusan",
    poster: "poster",
    banner: "banner",
    url: "tautan",
    id: "nama berkas",
    duration: "durasi",
    tickets: "tiket",
    stream: "siaran",
  },
  kinds: {
    member: "anggota",
    show: "pertunjukan",
    news: "berita",
    event: "acara",
    release: "rilisan",
    videocall: "video call",
    setlist: "setlist",
  },
  releaseTypes: { single: "single", album: "album", ep: "EP", digital: "digital" },
  more: (count) => `dan ${count} lainnya`,
  turns: (age) => `Genap ${age} tahun hari ini`,
  reaches: (name, count, setlist) =>
    setlist === ""
      ? `${name}: pertunjukan ${count === 1 ? "pertama" : `ke-${count}`}`
      : `${name}: ${setlist} ${count === 1 ? "untuk pertama kali" : `yang ke-${count}`}`,
  counts: (change, count) => `${count} ${COUNTS_IN_INDONESIAN[change]}`,
  hours: (hours, minutes) => spanWords(hours, minutes, "jam", "menit", "kurang dari satu menit"),
  isLive: (name, platform) => `${name} sedang live di ${platform}`,
  isLiveAgain: (name, platform) => `${name} live lagi di ${platform}`,
  wasLive: (name, span) => `${name} live selama ${span}`,
  willBeLive: (name, platform) => `${name} akan live di ${platform}`,
};

/** The words for a group: Indonesian if that is its language, else English. */
export function wordsFor({ language }: Pick<SpokenGroup, "language">): Words {
  return language.split("-")[0] === "id" ? INDONESIAN : ENGLISH;
}

/** "1 h 12 min", "12 min", or the words for less. */
function spanWords(
  hours: number,
  minutes: number,
  hour: string,
  minute: string,
  less: string,
): string {
  const parts = [
    ...(hours > 0 ? [`${hours} ${hour}`] : []),
    ...(minutes > 0 ? [`${minutes} ${minute}`] : []),
  ];
  return parts.join(" ") || less;
}
