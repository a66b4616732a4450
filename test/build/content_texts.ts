import type { ContentSize } from "./content_generator.ts";
import type { Prng } from "../support/prng.ts";
import type { Invented } from "./invented_people.ts";

export const SITE = `title: Generated content
contact: hello@oshibase.example
base_url: https://api.oshibase.example
licence: CC0-1.0
attribution: Generated content
`;

export const PLANS = `standard:
  rate: { per_second: 100000, burst: 1000000 }
  quota: unlimited
`;

/** `group.yaml` of the group with this number, counted from 1. */
export function groupText(number: number): string {
  return `name: Group ${number}
family: ${number % 2 === 1 ? "bare" : "wrapped"}
timezone: Asia/Jakarta
language: id
`;
}

const SETLISTS = Array.from({ length: 24 }, (_, place) => `Setlist Number ${place + 1}`);

/** The files of setlists: as many programmes as the live service has, of 16 songs. */
export function setlistTexts(): [name: string, text: string][] {
  return SETLISTS.map((name, number) => {
    const songs = Array.from(
      { length: 16 },
      (_, place) => `  - ${name} Song ${place + 1} (歌 ${place + 1})\n`,
    );
    return [`setlist-number-${number + 1}.yaml`, `name: ${name}\nsongs:\n${songs.join("")}`];
  });
}

export function memberText({ slug, name, nickname }: Invented, prng: Prng): string {
  const generation = prng.between(1, 13);
  const status = prng.happens(0.7) ? "graduated" : prng.happens(0.7) ? "active" : "trainee";
  return `name: ${name}
nicknames: [${nickname}]
generation: gen${generation}
status: ${status}
img: https://img.oshibase.example/profile/gen${generation}_${slug}.jpg
birth_date: ${randomDay(prng, 1993, 2010)}
birthplace: Jakarta
blood_type: ${prng.pick(["A", "B", "AB", "O"])}
height: ${prng.between(148, 172)}
hobby: Menari, ${prng.pick(["memasak", "membaca", "bernyanyi"])}
jikosokai: Halo semua, aku ${nickname}, salam kenal dan semangat terus ya!
room_id: ${prng.between(100_000, 999_999)}
idn_username: ${slug.replaceAll("-", "_")}
socials:
  - { title: Instagram, url: https://instagram.example/${slug} }
  - { title: X, url: https://x.example/${slug} }
`;
}

/** Shows lie evenly between 2015 and 2028, so that some are always still to come. */
export function showText(
  place: number,
  { shows }: ContentSize,
  roster: readonly Invented[],
  prng: Prng,
): [string, string] {
  const date = evenDay(place, shows);
  const cast = prng.some(roster, prng.between(12, 16));
  const celebrated = prng.happens(0.03) ? cast.slice(0, 1) : [];
  const text = `setlist: ${prng.pick(SETLISTS)}
date: ${date}
time: "${prng.pick(["14:00", "16:30", "19:00"])}"
venue: Theater Oshibase, lantai ${prng.between(1, 4)}
poster: https://img.oshibase.example/poster/${place}.jpg
${list("members", [...cast.map((person) => calledBy(person, prng)), ...guests(prng)])}${
    list("seitansai", celebrated.map(({ slug }) => slug))
  }`;
  return [`${date}-show-${place}.yaml`, text];
}

/** Most line-ups hold full names; some a slug or a nickname. */
function calledBy({ name, slug, nickname }: Invented, prng: Prng): string {
  return prng.happens(0.7) ? name : prng.pick([slug, nickname]);
}

function guests(prng: Prng): string[] {
  return prng.happens(0.02) ? [`Tamu Istimewa ${prng.between(1, 20)}`] : [];
}

/** Articles of 1 to 4 KB: some plain Markdown, some the HTML of a word processor. */
export function newsText(place: number, { news }: ContentSize, prng: Prng): [string, string] {
  const date = evenDay(place, news);
  const paragraphs = Array.from({ length: prng.between(3, 8) }, () => paragraph(prng));
  const body = prng.happens(0.5)
    ? paragraphs.map((text) => `<p class="MsoNormal"><span lang="EN-GB">${text}</span></p>`)
    : [
      `## ${sentence(prng)}`,
      ...paragraphs,
      "- satu\n- **dua**\n- [tiga](https://oshibase.example/)",
    ];
  const text = `---
id: ${place + 1}
title: "Pengumuman ${place + 1}: ${sentence(prng)}"
date: ${date}
category: ${prng.pick(["Theater", "Event", "Release"])}
label: /images/icon.cat${prng.between(1, 8)}.png
---

${body.join("\n\n")}
`;
  return [`${date}-news-${place}.md`, text];
}

export function eventText(
  place: number,
  { events }: ContentSize,
  roster: readonly Invented[],
  prng: Prng,
): [string, string] {
  const date = evenDay(place, events);
  const text = `title: "Acara ${place + 1}"
type: ${prng.pick(["handshake", "concert", "offair", "other"])}
date: ${date}
time: "10:00"
venue: Balai Kota
description: ${sentence(prng)}
${list("members", prng.some(roster, 8).map(({ name }) => name))}`;
  return [`${date}-event-${place}.yaml`, text];
}

/** A day of six sessions. */
export function videocallText(
  place: number,
  { videocalls }: ContentSize,
  roster: readonly Invented[],
  prng: Prng,
): [string, string] {
  const date = evenDay(place, videocalls);
  const sessions = Array.from({ length: 6 }, (_, hour) =>
    `  - session: Sesi ${hour + 1}
    title: Video call
    preparation_start: "${11 + hour}:15"
    start_time: "${11 + hour}:30"
    end_time: "${12 + hour}:00"
    members: [${prng.some(roster, 8).map(({ name }) => name).join(", ")}]
`);
  return [`${date}-calls-${place}.yaml`, `date: ${date}\nsessions:\n${sessions.join("")}`];
}

const WORDS = ["pertunjukan", "teater", "anggota", "minggu", "ini", "akan", "tampil", "bersama"];
const MORE_WORDS = ["dan", "tiket", "dapat", "dibeli", "mulai", "pukul", "sembilan", "di", "laman"];

function sentence(prng: Prng): string {
  const length = prng.between(6, 14);
  const words = Array.from({ length }, () => prng.pick([...WORDS, ...MORE_WORDS]));
  return `${words[0]![0]!.toUpperCase()}${words.join(" ").slice(1)}.`;
}

function paragraph(prng: Prng): string {
  return Array.from({ length: prng.between(3, 6) }, () => sentence(prng)).join(" ");
}

function list(field: string, entries: readonly string[]): string {
  if (entries.length === 0) return "";
  return `${field}:\n${entries.map((entry) => `  - ${entry}\n`).join("")}`;
}

const FIRST_DAY = Date.UTC(2015, 0, 1);
const DAYS = 14 * 365;

function evenDay(place: number, count: number): string {
  return isoDay(FIRST_DAY + Math.floor(place * DAYS / count) * 86_400_000);
}

function randomDay(prng: Prng, firstYear: number, lastYear: number): string {
  return isoDay(Date.UTC(prng.between(firstYear, lastYear), 0, prng.between(1, 365)));
}

function isoDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
