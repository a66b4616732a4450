import { inMember, type Mistake } from "./mistake.ts";

const SETLIST = "groupa/setlists/jendela-pagi.yaml";
const career = (name: string, lines: string, mended: string): Mistake =>
  inMember(name, `name: Citra\n${lines}\n`, `name: Citra\n${mended}\n`);
const songs = (name: string, song: string, mended: string): Mistake => [
  name,
  { [SETLIST]: `name: Jendela Pagi\nsongs:\n  - Peluit\n  - ${song}\n` },
  { [SETLIST]: `name: Jendela Pagi\nsongs:\n  - Peluit\n  - ${mended}\n` },
];

/** Careers that contradict themselves, songs with the wrong people, and names that nobody can read. */
export const CAREERS_AND_SONGS: readonly Mistake[] = [
  career(
    "a career that ends before it begins",
    "history: [{ from: 2024-05-01, to: 2023-05-01, role: Kapten }]",
    "history: [{ from: 2023-05-01, to: 2024-05-01, role: Kapten }]",
  ),
  career(
    "a career before she joined",
    "joined: 2024-05-01\nhistory: [{ from: 2023-05-01, to: 2024-06-01, team: Pagi }]",
    "joined: 2023-05-01\nhistory: [{ from: 2023-05-01, to: 2024-06-01, team: Pagi }]",
  ),
  career(
    "a career that begins after she has left",
    "graduated: 2024-05-01\nhistory: [{ from: 2024-06-01, to: 2024-07-01, role: Kapten }]",
    "graduated: 2024-07-01\nhistory: [{ from: 2024-06-01, to: 2024-07-01, role: Kapten }]",
  ),
  career(
    "a career that ends after she has left",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, to: 2024-07-01, role: Kapten }]",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, to: 2024-05-01, role: Kapten }]",
  ),
  career(
    "a captain who has left and is one still",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, role: Kapten }]",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, to: 2024-05-01, role: Kapten }]",
  ),
  career(
    "a captain who left on some day and is one still",
    "status: graduated\nhistory: [{ from: 2023-06-01, role: Kapten }]",
    "status: graduated\nhistory: [{ from: 2023-06-01, to: 2024-05-01, role: Kapten }]",
  ),
  career(
    "a team of today that is in the career alone",
    "history: [{ from: 2023-06-01, team: Pagi }]",
    "team: Pagi\nhistory: [{ from: 2023-06-01, team: Pagi }]",
  ),
  career(
    "a team of today that the career does not have",
    "team: Senja\nhistory: [{ from: 2023-06-01, to: 2024-05-01, team: Pagi }]",
    "history: [{ from: 2023-06-01, to: 2024-05-01, team: Pagi }]",
  ),
  career(
    "two teams of today",
    "team: Senja\nhistory: [{ from: 2023-06-01, team: Pagi }]",
    "team: Pagi\nhistory: [{ from: 2023-06-01, team: Pagi }]",
  ),
  career(
    "a part of a career that says nothing",
    "history: [{ from: 2023-06-01 }]",
    "history: [{ from: 2023-06-01, generation: gen1 }]",
  ),
  career(
    "a career in words of her language",
    "riwayat: [{ from: 2023-06-01, role: Kapten }]",
    "history: [{ from: 2023-06-01, role: Kapten }]",
  ),
  career(
    "a part of a career that is written twice",
    "history:\n  - { from: 2023-06-01, role: Kapten }\n  - { from: 2023-06-01, role: Kapten }",
    "history:\n  - { from: 2023-06-01, role: Kapten }",
  ),
  career("a reading in kanji", "name_reading: 有沢 瑞穂", "name_native: 有沢 瑞穂"),
  career("a name in kanji by another word", "kanji: 有沢 瑞穂", "name_native: 有沢 瑞穂"),
  songs(
    "a center who does not sing",
    "{ title: Karcis, center: [Aya], unit: [Bela] }",
    "{ title: Karcis, center: [Aya], unit: [Aya, Bela] }",
  ),
  songs(
    "a singer under two names",
    "{ title: Karcis, unit: [Aya, aya-putri] }",
    "{ title: Karcis, unit: [Aya, Bela] }",
  ),
  songs(
    "an original title that is the title",
    "{ title: Karcis, original_title: karcis }",
    "{ title: Karcis, original_title: 切符 }",
  ),
  songs(
    "a center whom nobody knows",
    "{ title: Karcis, center: [Ayaa] }",
    "{ title: Karcis, center: [Aya] }",
  ),
  songs("a song without a title", "{ original_title: 切符 }", "{ title: Karcis }"),
  songs("a song with a misspelt field", "{ title: Karcis, centre: [Aya] }", "Karcis"),
  songs("a song that is a number", "7", '"7"'),
];
