import assert from "node:assert/strict";
import { speak } from "../../build/words/say.ts";
import { openPreview } from "../preview/preview_harness.ts";
import { ENGLISH, withoutQuotes } from "./english.ts";

const GROUP = "/preview/groups/groupa";
const IN_INDONESIAN = {
  "groupa/group.yaml": "name: Grup A\nfamily: bare\n",
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2004-07-04\nstatus: trainee\n",
  "groupa/shows/batal.yaml":
    "title: Malam\ndate: 2026-07-09\nstate: cancelled\nmembers: [Aya, Entah]\nseitansai: [Aya]\n",
  "groupa/news/draf.md":
    "---\ntitle: Draf\ndate: 2026-07-02\ndraft: true\n---\n\nHalo, Aya Putri.\n",
};
const PAGES = [
  ...["", "/members", "/news", "/calendar/2026-07", "/calendar/2031-01", "/member/aya-putri"],
  ...["/show/batal", "/show/2026-07-04-jendela-pagi", "/news/draf", "/release/surat"],
  ...["/event/2026-02-22-jabat-tangan", "/videocall/2026-05-08", "/nothing"],
].map((path) => GROUP + path);

/** What a reader sees and hears of a page, without commands and the lines of files. */
function wordsOf(page: string): string {
  const heard = [...page.matchAll(/(?:aria-label|content)="([^"]*)"/g)].map(([, text]) => text);
  const seen = page.replace(/<(code|pre)\b[^>]*>[^]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ");
  return [seen, ...heard].join(" ").replaceAll("&quot;", '"').replace(/\s+/g, " ");
}

Deno.test("the preview shows a group in its own language, and all else in the terminal's", async () => {
  speak("id", true);
  try {
    using preview = openPreview(IN_INDONESIAN);
    for (const path of ["/", ...PAGES, "/preview/problems", "/preview/nothing"]) {
      const page = await (await preview.ask(path)).text();
      assert.match(page, /<html lang="id">/, path);
      assert.doesNotMatch(withoutQuotes(wordsOf(page)), ENGLISH, path);
    }
    const first = wordsOf(await preview.page("/"));
    assert.match(first, /Pratinjau Masalah \(\d\) Beranda Dokumen/);
    assert.match(
      first,
      /Grup A 2 anggota Juli 2026 Juni 2026 Agustus 2026 Sen Sel Rab Kam Jum Sab Min /,
    );
    assert.match(first, /Sab 4 Aya Putri ulang tahun ke-22 19:00 Jendela Pagi /);
    assert.match(first, /Malam ■ dibatalkan ▲ 1 peringatan/);
    assert.match(first, /Aya Putri ○ trainee .* 2 anggota Artikel besok Draf ▲ draf Halo/);
    const show = wordsOf(await preview.page(`${GROUP}/show/batal`));
    assert.match(show, /Kam, 9 Jul, jam belum diketahui.*Peringatan: Tidak ada anggota bernama/);
    assert.match(show, /Line-up 2 orang, 1 di antaranya tamu/);
    preview.save({ ...IN_INDONESIAN, "groupa/members/aya-putri.yaml": "nmae: Aya\n" });
    assert.match(wordsOf(await preview.page(PAGES[1]!)), /Ada 1 kesalahan di simpanan terakhir\. /);
    assert.match(wordsOf(await preview.page("/preview/problems")), /masih susunan sebelumnya/);
  } finally {
    speak("en");
  }
  using preview = openPreview(IN_INDONESIAN);
  assert.match(await preview.page("/preview/problems"), /<html lang="en">[^]*<h1>Problems<\/h1>/);
  assert.match(await preview.page("/"), /<html lang="id">/);
  preview.save({ ...IN_INDONESIAN, "groupa/group.yaml": "name: A\nfamily: bare\nlanguage: ja\n" });
  assert.match(await preview.page("/"), /<html lang="en">[^]*<h2>Members<\/h2>/);
});
