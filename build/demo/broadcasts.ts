/** One broadcast of the demonstration. */
export interface DemoBroadcast {
  /** Counts an account's broadcasts. */
  readonly number: number;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** Much shorter than real ones: somebody comes or goes within half a minute. */
const MIN_MS = 60_000;
const MAX_MS = 4 * 60_000;

/** About so many accounts are on air at any time. */
const ON_AIR = 5;

/**
 * What an account has on air at an instant (epoch ms), or null. Nothing is remembered and no timer
 * runs: each account goes on air at its own rhythm, which follows from its name alone.
 */
export function demoBroadcast(
  account: string,
  accounts: number,
  epochMs: number,
): DemoBroadcast | null {
  const share = Math.min(0.6, ON_AIR / accounts);
  const lengthMs = Math.round(MIN_MS + fractionOf(account) * (MAX_MS - MIN_MS));
  const periodMs = Math.round(lengthMs / share);
  const offset = Math.floor(fractionOf(`${account} offset`) * periodMs);
  const number = Math.floor((epochMs + offset) / periodMs);
  const startedAt = number * periodMs - offset;
  const endsAt = startedAt + lengthMs;
  return epochMs < endsAt ? { number, startedAt, endsAt } : null;
}

/** Viewers come quickly and leave slowly. */
export function demoViewers({ startedAt, endsAt }: DemoBroadcast, epochMs: number): number {
  const passed = (epochMs - startedAt) / (endsAt - startedAt);
  const most = 300 + Math.floor(fractionOf(String(startedAt)) * 9_000);
  return Math.round(most * Math.sin(Math.PI * Math.sqrt(Math.min(1, Math.max(0, passed)))));
}

/** 0 to 1 (exclusive), the same for the same text (FNV-1a, then mixed once more). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

const TITLES = [
  "Ngobrol santai sepulang latihan",
  "Selamat malam semuanya",
  "Cerita di balik panggung",
  "Masak mie bareng",
  "Main tebak lagu",
  "Sapa pagi sebelum berangkat",
  "Belajar gitar, episode dua",
  "Menggambar sambil ngobrol",
  "Unboxing surat dari kalian",
  "Karaoke sebentar yuk",
];

const FANS = ["Bagas", "Rani", "Dimas", "Putri", "Yoga", "Sekar", "Arif", "Nadia", "Kenji", "Mei"];

const COMMENTS = [
  "Semangat terus!",
  "Halo dari Bandung",
  "Lagunya enak banget",
  "Besok nonton theater",
  "Hahaha lucu",
  "おつかれさま",
  "First time joining, hi!",
  "Suaranya jernih",
  "Jangan lupa makan ya",
  "Kangen",
];

/** A title that stays the same for the same broadcast. */
export function demoTitle(key: string): string {
  return choose(TITLES, key);
}

/** One comment: who said what. */
export function demoComment(key: string): { readonly name: string; readonly text: string } {
  return { name: choose(FANS, `${key} name`), text: choose(COMMENTS, `${key} text`) };
}

function choose(words: readonly string[], key: string): string {
  return words[Math.floor(fractionOf(key) * words.length)]!;
}
