import type { SourceState } from "../model/enums.ts";
import { type LiveType, PLATFORMS } from "../model/platforms.ts";

/** How a platform answers, as `/status` and `X-Live-Sources` say it. */
export interface PlatformAnswer {
  readonly name: LiveType;
  readonly state: SourceState;
  /** Why the last attempt failed; absent if it did not, or if there was none. */
  readonly last_error?: string;
}

/** Reads `X-Live-Sources: idn;state=stale;age=5;error=timeout, showroom;…`. */
export function readSources(header: string): readonly PlatformAnswer[] {
  return header.split(", ").filter((source) => source !== "").map((source) => {
    const [name, ...fields] = source.split(";");
    const { state, error } = Object.fromEntries(fields.map((field) => field.split("=")));
    const last_error = error === undefined ? {} : { last_error: error };
    return { name: name as LiveType, state, ...last_error };
  });
}

const ENGLISH = {
  locale: "en-GB",
  nobody: "No member is on air.",
  nobodyOn: (platforms: string): string => `No member is on air on ${platforms}.`,
  noneAsked: "Broadcasts are not followed here.",
  unknown: "Who is on air is not known.",
  down: (names: string, _count: number): string => `${names} cannot be asked at the moment.`,
  unasked: (names: string, count: number): string =>
    `${names} ${count === 1 ? "has" : "have"} not answered yet.`,
  stale: (names: string, _count: number): string =>
    `What ${names} answered last is old or not whole.`,
  off: (names: string, count: number): string =>
    `${names} ${count === 1 ? "is" : "are"} not asked.`,
};

const WORDS: Readonly<Record<"en" | "id", typeof ENGLISH>> = {
  en: ENGLISH,
  id: {
    locale: "id",
    nobody: "Belum ada anggota yang siaran.",
    nobodyOn: (platforms) => `Belum ada anggota yang siaran di ${platforms}.`,
    noneAsked: "Siaran tidak dipantau di sini.",
    unknown: "Belum diketahui siapa yang sedang siaran.",
    down: (names) => `${names} sedang tidak dapat ditanyai.`,
    unasked: (names) => `${names} belum menjawab.`,
    stale: (names) => `Jawaban terakhir ${names} sudah lama atau tidak lengkap.`,
    off: (names) => `${names} tidak ditanyai.`,
  },
};

/**
 * What has to be said beside a list of so many who are on air, or in its place: that nobody is, only
 * of platforms that said so, and which of them did not.
 */
export function onAirWords(
  language: "en" | "id",
  platforms: readonly PlatformAnswer[],
  count: number,
): string {
  const words = WORDS[language];
  const by = (wanted: SourceState | "unasked") =>
    platforms.filter(({ state, last_error }) =>
      (state === "down" && last_error === undefined ? "unasked" : state) === wanted
    ).map(({ name }) => PLATFORMS[name].title);
  const tell = (state: "down" | "unasked" | "stale" | "off") => {
    const names = by(state);
    const list = new Intl.ListFormat(words.locale).format(names);
    return names.length === 0 ? [] : words[state](list, names.length);
  };
  const missed = [tell("down"), tell("unasked")].flat();
  if (count > 0) return missed.join(" ");
  if (by("off").length === platforms.length) return words.noneAsked;
  const answered = by("ok");
  const nobody = answered.length === platforms.length
    ? words.nobody
    : answered.length === 0
    ? words.unknown
    : words.nobodyOn(
      new Intl.ListFormat(words.locale, { type: "disjunction" }).format(answered),
    );
  return [nobody, tell("stale"), missed, tell("off")].flat().join(" ");
}
