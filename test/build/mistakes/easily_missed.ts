import { makePng } from "../../addons/picture/picture_files.ts";
import { VALID } from "../content_tree.ts";
import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";
import { SITE } from "./wrong_values.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const MEMBER = "name: Citra Dewi\n";
const AYA = `${SHOW}members: [Aya]\n`;
const article = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;
const inArticle = (name: string, body: string, mended: string): Mistake =>
  inNews(name, article(body), article(mended));

function inOther(name: string, path: string, holds: string, mended?: string): Mistake {
  return mended === undefined
    ? [name, { [path]: holds }]
    : [name, { [path]: holds }, { [path]: mended }];
}

const EVENT = "groupa/events/2026-08-01-konser.yaml";
const SETLIST = "groupa/setlists/jendela-pagi.yaml";
const songs = (name: string, written: string, mended?: string): Mistake => {
  const files = (list: string) => `name: Jendela Pagi\nsongs:\n${list}`;
  return inOther(name, SETLIST, files(written), mended === undefined ? mended : files(mended));
};
const release = (name: string, more: string, mended: string): Mistake =>
  inOther(
    name,
    "groupa/releases/surat.yaml",
    `title: Surat\ntype: single\n${more}`,
    `title: Surat\ntype: single\n${mended}`,
  );
const calls = (sessions: readonly string[]) =>
  `date: 2026-05-08\nsessions:\n${sessions.map((session) => `  - { ${session} }\n`).join("")}`;
const [FIRST, AT_ONCE, LATER] = [
  'session: Sesi 1, start_time: "09:30", end_time: "10:30", members: [Aya, Bela]',
  'session: Sesi 2, start_time: "10:00", end_time: "11:00", members: [Aya]',
  'session: Sesi 2, start_time: "10:30", end_time: "11:00", members: [Aya]',
] as const;
const generations = (last: string) =>
  Object.fromEntries(
    ["gen8-groupa", "gen8-groupa", "gen8-groupa", last].map((generation, place) => [
      `groupa/members/dewi-${"abcd"[place]}.yaml`,
      `name: Dewi ${"ABCD"[place]}\ngeneration: ${generation}\n`,
    ]),
  );
const PICTURE = { "groupa/pictures/poster-malam.png": makePng({ seed: 1 }) };
const ARTICLE = "groupa/news/2026-08-01-kabar.md";

/** Mistakes that look right at a glance, or whose plain message sends people the wrong way. */
export const EASILY_MISSED: readonly Mistake[] = [
  inShow("a name with -chan", `${SHOW}members: [Aya-chan]\n`, AYA),
  inShow("a name with a word of address", `${SHOW}members: [Kak Aya]\n`, AYA),
  inShow("a member and somebody else in one", `${SHOW}members: [Aya dan Dodi]\n`, AYA),
  inMember(
    "two bullets among hyphens",
    `${MEMBER}nicknames:\n  - Cici\n  • Cit\n  • Dewi\n  - Dede\nteam: Pagi\n`,
  ),
  inShow("an address with blanks", `${SHOW}url: https://x.example/a/2026 12 27\n`, SHOW),
  inShow("an address that begins twice", `${SHOW}url: https://https://x.example/a\n`),
  inShow("an address without its colon", `${SHOW}url: http//x.example/a\n`),
  inShow(
    "a price without its ticket",
    `${SHOW}price: Rp100.000\n`,
    `${SHOW}tickets: [{ price: Rp100.000 }]\n`,
  ),
  inOther(
    "a field of another kind of file",
    EVENT,
    "title: Konser\ntype: concert\ndate: 2026-08-01\nsetlist: Jendela Pagi\n",
    "title: Konser\ntype: concert\ndate: 2026-08-01\n",
  ),
  ...["Fri, Jul 3 2026, 7 PM", "03/07/2026 19:00"].map((from) =>
    inShow(
      `a sale from ${from}`,
      `${SHOW}tickets:\n  - sale_from: ${from}\n`,
      `${SHOW}tickets:\n  - sale_from: 2026-07-03 19:00\n`,
    )
  ),
  inMember(
    "a picture with another slash",
    `${MEMBER}img: Pictures\\Citra Dewi.PNG\n`,
    MEMBER,
  ),
  inMember(
    "a page in the place of a picture",
    `${MEMBER}img: https://drive.google.com/file/d/1aBcD/view?usp=sharing\n`,
    MEMBER,
  ),
  [
    "a picture's name with a blank",
    { ...PICTURE, [ARTICLE]: article("![Poster](pictures/poster malam.png)") },
    { ...PICTURE, [ARTICLE]: article("![Poster](pictures/poster-malam.png)") },
  ],
  inMember(
    "a link of another service",
    `${MEMBER}socials: [{ title: TikTok, url: "https://www.instagram.com/citra" }]\n`,
    `${MEMBER}socials: [{ title: Twitter, url: "https://x.com/citra" }]\n`,
  ),
  release(
    "a record's link of another service",
    'links: [{ title: Spotify, url: "https://youtu.be/a" }]\n',
    'links: [{ title: Spotify, url: "https://open.spotify.com/album/a" }]\n',
  ),
  release("a number with a word around it", "number: ke-12\n", "number: 12\n"),
  release(
    "a track that is there twice",
    "tracks: [{ title: Surat }, { title: Karcis }, { title: Surat }]\n",
    "tracks: [{ title: Surat }, { title: Surat, members: [Aya] }]\n",
  ),
  songs(
    "a song that is there twice",
    "  - Peluit\n  - Karcis\n  - Karcis\n",
    "  - Peluit\n  - Karcis\n  - Peluit\n",
  ),
  songs(
    "some songs with numbers",
    "  - title: 1. Peluit\n  - title: 2. Karcis\n  - Surat\n",
    "  - title: 24. Peluit\n  - 25 Karcis\n  - Surat\n",
  ),
  songs(
    "a field of a song without its colon",
    "  - title Peluit\n  - judul：Karcis\n",
    "  - Title Peluit\n  - titles\n",
  ),
  inOther(
    "a member in two sessions at once",
    "groupa/videocalls/2026-05-08.yaml",
    calls([FIRST, AT_ONCE]),
    calls([FIRST, LATER]),
  ),
  release(
    "tracks with numbers",
    "tracks: [{ title: 1. Surat }, { title: 2. Karcis }]\n",
    "tracks: [{ title: Surat }, { title: Karcis }]\n",
  ),
  inShow(
    "prices without a currency",
    `${SHOW}tickets: [{ price: 200.000 }, { type: VIP, price: 300rb }]\nstream: { url: "https://x.example/a", price: 5 }\n`,
    `${SHOW}tickets: [{ price: Rp200.000 }, { type: VIP, price: Gratis }, { type: B, price: 0 }]\n`,
  ),
  ["an account with the name of another member", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: g_bela\n",
    "groupa/members/bela-sari.yaml":
      "name: Bela Sari\nnicknames: [Bela, Lala]\nidn_username: g_bela\n",
  }, {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: g_aya\n",
    "groupa/members/bela-sari.yaml":
      "name: Bela Sari\nnicknames: [Bela, Lala]\nidn_username: g_bela\n",
  }],
  inArticle(
    "a link that is to come",
    "Beli di [LINK] sebelum ○月○日.",
    "Beli di [LINK](https://groupa.id/)\n\n• Undian  \n• Orkes",
  ),
  ["a generation in other words", generations("Generasi 8"), generations("Generasi 9")],
  ["a birthday in another part of the year", {
    "groupa/members/citra-dewi.yaml": `${MEMBER}birth_date: 2004-02-29\n`,
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}seitansai: [Citra Dewi]\n`,
  }, {
    "groupa/members/citra-dewi.yaml": `${MEMBER}birth_date: --06-20\n`,
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}seitansai: [Citra Dewi]\n`,
  }],
  ["an older entry with the id of a newer one", {
    "groupa/news/2026-01-03-jadwal.md": article("Lama.").replace("---\n", "---\nid: 7\n")
      .replace("Kabar", "Jadwal").replace("08-01", "01-03"),
    "groupa/news/2026-08-01-kabar.md": article("Baru.").replace("---\n", "---\nid: 7\n"),
  }, { "groupa/news/2026-08-01-kabar.md": article("Baru.") }],
  inArticle(
    "a table without its line of hyphens",
    "| Hari | Acara |\n| Sabtu | Teater |\n| Minggu | Konser |",
    "| Hari | Acara |\n|---|:-:|\n| Sabtu | Teater |",
  ),
  inArticle(
    "a table with a blank line",
    "| Hari | Acara |\n|---|---|\n| Sabtu | Teater |\n\n| Minggu | Konser |\n| Senin | Libur |",
    "Kami | kamu | mereka\n\n| Hari | Acara |\n| --- | --- |\n| Sabtu | Teater |",
  ),
  inArticle("the head of a chat's message", "[20/11/26 14.32] Admin: Jadwal.", "Jadwal."),
  inArticle("a list of bullets", "•\tUndian\n•\tOrkes", "- Undian\n- Orkes"),
  inArticle("a list without its spaces", "-Undian\n-Orkes", "1. Undian\n2. Orkes"),
  inArticle("a numbered list without its spaces", "1.Undian\n2.Orkes", "Undian・Orkes\n\n•\tA"),
  inArticle("a link to nothing", "[di sini]()", "[di sini](https://groupa.id/)"),
  ["a licence in words", {
    "site.yaml": SITE.replace(/^licence:.*$/m, "licence: bebas dipakai"),
  }, { "site.yaml": SITE.replace(/^licence:.*$/m, "licence: CC-BY-4.0 OR MIT") }],
  inOther(
    "a zone with its offset behind it",
    "groupa/group.yaml",
    `${VALID["groupa/group.yaml"]}timezone: WIB (GMT+7)\n`,
    `${VALID["groupa/group.yaml"]}timezone: Asia/Jakarta\n`,
  ),
];
