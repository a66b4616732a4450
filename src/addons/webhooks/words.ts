import type { PackIndex } from "../../model/pack_index.ts";

/** A group as messages name it. */
export interface SpokenGroup {
  readonly name: string;
  /** As `language:` of its content says: `id`, `en`. */
  readonly language: string;
}

/** A group by its slug; one that is gone by the slug, and all together ("") by the service's title. */
export function spokenGroup(
  { groups, site }: Pick<PackIndex, "groups" | "site">,
  slug: string,
): SpokenGroup {
  const languages = new Set(groups.map(({ language }) => language));
  const shared = languages.size === 1 ? [...languages][0]! : "en";
  return groups.find((group) => group.slug === slug) ??
    { name: slug || site.title, language: shared };
}

/** What is said in English, then in Indonesian; each `{}` stands for a value. */
export type Said = readonly [english: string, indonesian: string];

/** Says something in one language. */
export type Say = (said: Said, ...values: readonly (string | number)[]) => string;

/** What speaks the language of a group: Indonesian if that is it, else English. */
export function speech({ language }: SpokenGroup): { readonly say: Say; readonly locale: string } {
  const isIndonesian = language.split("-")[0] === "id";
  return {
    locale: isIndonesian ? "id-ID" : "en-GB",
    say([english, indonesian], ...values) {
      const rest = values.values();
      return (isIndonesian ? indonesian : english).replace(/\{\}/g, () => `${rest.next().value}`);
    },
  };
}

/** "1 h 12 min", "12 min", "less than a minute". */
export function spanText(from: number, to: number, say: Say): string {
  const minutes = Math.round((to - from) / 60_000);
  if (!(minutes >= 1)) return say(["less than a minute", "kurang dari satu menit"]);
  const hours = Math.floor(minutes / 60);
  return [
    hours > 0 && say(["{} h", "{} jam"], hours),
    minutes % 60 > 0 && say(["{} min", "{} menit"], minutes % 60),
  ].filter(Boolean).join(" ");
}

/** What the fields of a show are called; others by their own names. */
export const FIELDS: Readonly<Record<string, Said>> = {
  title: ["title", "judul"],
  setlist: ["setlist", "setlist"],
  date: ["date", "tanggal"],
  time: ["time", "jam"],
  venue: ["venue", "tempat"],
  team: ["team", "tim"],
  state: ["status", "status"],
  members: ["line-up", "penampil"],
  seitansai: ["birthday show", "perayaan ulang tahun"],
  graduation: ["graduation show", "pertunjukan kelulusan"],
  tickets: ["tickets", "tiket"],
};

/** How many items came, changed and went. */
export const COUNTS: Readonly<Record<string, Said>> = {
  added: ["{} added", "{} baru"],
  changed: ["{} changed", "{} berubah"],
  removed: ["{} removed", "{} dihapus"],
};
