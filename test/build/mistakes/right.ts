import {
  article,
  citra,
  inFile,
  type Mistake,
  peluit,
  release,
  SITE,
  site,
  videocall,
} from "./mistake.ts";

/** Content that looks like a mistake, or had it, and is meant: the name says which. */
export const RIGHT: readonly Mistake[] = [
  citra("neither of two forms", "height: 158"),
  citra("a misspelt field inside a list", "socials:\n  - { title: X, url: https://x.example }"),
  peluit("a field that a celebration does not have", "seitansai: [{ member: Aya, id: 1 }]"),
  site("a colour by its name", 'accent: "#9c1f55"'),
  article(
    "addresses in an article that lead nowhere",
    'Isi.\n[a](https://a.example) <a href="https://b.example">b</a>',
  ),
  ["a guest in many files", {
    "groupa/group.yaml": "name: A\nfamily: bare\nguests: [Kang Dodi]\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Kang Dodi]\n",
  }],
  citra("a birth in another century", "birth_date: --03-03"),
  citra("a member who graduated before she joined", "joined: 2022-03-03\ngraduated: 2024-03-03"),
  videocall(
    "a session that ends before it begins",
    '  - session: Sesi 1\n    start_time: "16:30"\n    end_time: "17:30"',
  ),
  citra("a note to oneself in a text", "jikosokai: Halo, está todo bien"),
  peluit("a celebration outside the line-up", "members: [Aya, Bela]\nseitansai: [Bela Sari]"),
  inFile(
    "two shows at one instant",
    "groupa/shows/2026-07-04-peluit.yaml",
    'title: Peluit\ndate: 2026-07-04\ntime: "14:00"\n',
  ),
  article("bold text that does not end", "Besok **libur**."),
  article("code that does not end", "Kode:\n\n```\nA1\n```\n\nSampai jumpa."),
  article(
    "a link with a space before its address",
    "Lihat [jadwal](https://groupa.example/jadwal) (https://groupa.example) dan datang.",
  ),
  citra(
    "more shows of a setlist than in all",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  peluit("a sale that begins in words", "tickets: [{ sale_from: 2026-07-02 }]"),
  citra("one nickname twice", "nicknames: [Cici]"),
  inFile(
    "an event's title that begins with a day",
    "groupa/events/2026-08-01-peluit.yaml",
    "title: Peluit\ndate: 2026-08-01\ntype: other\n",
  ),
  peluit("a show in the morning", 'time: "19:00"'),
  release("a year that is far away", "release_date: 2026-01-01"),
  ["a last show without her", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya, Bela]\ngraduation: [Bela]\n",
    "groupa/members/bela-sari.yaml":
      "name: Bela Sari\nnicknames: [Bela, Lala]\ngraduated: 2026-08-01\n",
  }],
  inFile(
    "a copied show whose date was not changed",
    "groupa/shows/2026-08-11-peluit.yaml",
    'setlist: Jendela Pagi\ndate: 2026-08-11\ntime: "19:00"\nmembers:\n  - Aya\n' +
      "  - Bela Sari\n",
  ),
  release(
    "one number for two tracks",
    "tracks:\n  - { number: 1, title: A }\n  - { number: 2, title: B }",
  ),
  article("a heading without a space", "## Jadwal\n\nHalo."),
  article("slanted words that do not end", "Ini *miring* sekali."),
  inFile("a service without a licence", "site.yaml", SITE),
  peluit(
    "published after its beginning on the same day",
    'time: "19:00"\npublish_at: 2026-08-01T11:00:00Z',
  ),
  citra(
    "a career that ends before it begins",
    "history: [{ from: 2023-05-01, to: 2024-05-01, role: Kapten }]",
  ),
  article("a link to another site", "[Tiket](/groupa/events)"),
  article("a list of meanings", "Senbatsu: pilihan"),
  article("code of a forum", "**Halo**"),
];
