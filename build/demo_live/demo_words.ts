import { fractionOf } from "./demo_schedule.ts";

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
