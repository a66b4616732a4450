/** The files of a small content folder without any mistake. */
export const VALID: Readonly<Record<string, string>> = {
  "site.yaml": "title: Test\ncontact: test@oshibase.example\nbase_url: https://oshibase.example\n" +
    "licence: CC0-1.0\nattribution: Test\n",
  "plans.yaml": `standard:
  rate: { per_second: 10, burst: 30 }
  quota: { requests: 5000, per: day, timezone: Asia/Jakarta }
`,
  "groupa/group.yaml": "name: Group A\nfamily: bare\n",
  "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\nsongs: [Peluit, Karcis]\n",
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela, Lala]\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    'setlist: Jendela Pagi\ndate: 2026-07-04\ntime: "19:00"\nmembers:\n  - Aya\n  - Bela Sari\n',
  "groupa/news/2026-01-03-jadwal.md": "---\ntitle: Jadwal\ndate: 2026-01-03\n---\n\nHalo.\n",
  "groupa/events/2026-02-22-jabat-tangan.yaml": "title: Jabat Tangan\ndate: 2026-02-22\n",
  "groupa/releases/surat.yaml": "title: Surat\ntype: single\ntracks:\n  - title: Surat\n",
  "groupa/videocalls/2026-05-08.yaml":
    'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "16:30"\n',
};

/** What a file of a tree holds; `null` leaves one of {@linkcode VALID} out. */
export type TreeFiles = Readonly<Record<string, string | Uint8Array | null>>;

/** Writes the valid files and these over them. */
export function writeTree(root: string, files: TreeFiles = {}): void {
  for (const [name, content] of Object.entries({ ...VALID, ...files })) {
    if (content === null) continue;
    const path = `${root}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(path, content);
    else Deno.writeFileSync(path, content);
  }
}
