import assert from "node:assert/strict";
import { runTask } from "../import/run_task.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "../build/content_tree.ts";
import { ENGLISH, withoutQuotes } from "./english.ts";

const GROUP = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nbirth_date: 2004-02-29\nheight: 166\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\n",
};

Deno.test("import reports in Indonesian what it does, keeps and loses", async () => {
  await using folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  writeTree(content, GROUP);
  const members = (height: number) => [
    { id: 1, name: "Aya Putri", birth_date: "2004-02-29", height },
    { id: 2, name: "Citra", birth_date: "31 Februari", likes: "teh", socials: ["-"], group: "X" },
    { id: 1, name: "Aya Putri", birth_date: "2004-02-29", nicknames: ["Aya"] },
    "bukan data",
  ];
  const take = async (kind: string, records: unknown, ...options: string[]) => {
    const words = ["import", "groupa", kind, "-", ...options];
    const env = { CONTENT_DIR: content, LANG: "id_ID.UTF-8", LC_ALL: "" };
    const { code, out, err } = await runTask(words, env, JSON.stringify(records));
    for (const line of `${out}\n${err}`.split("\n")) {
      assert.doesNotMatch(withoutQuotes(line), ENGLISH);
    }
    return { code, out: out.replaceAll(folder.path, ""), err: err.replaceAll(folder.path, "") };
  };
  const first = await take("members", members(165), "--dry-run");
  assert.match(
    first.out,
    /^standard input akan diimpor ke \/content\/groupa: 3 data; 1 berkas dibuat, 1 diubah, 0 tetap\n/,
  );
  assert.match(
    first.out,
    /^ {2}members\/aya-putri\.yaml: height 166 -> 165, tetap: bukan tulisan impor$/m,
  );
  assert.match(first.out, /^ {2}isian mereka +isian kita +terisi +hilang +contoh yang hilang$/m);
  assert.match(first.out, /^ {2}likes: berkas isi tidak punya isian ini; pasangkan dengan --map$/m);
  assert.match(first.out, /\n\n\d+ nilai hilang\n$/);
  assert.match(
    first.err,
    /^standard input: data ke-4 "": dilewati: seharusnya isian, yang ada "bukan data"$/m,
  );
  await take("members", members(165), "--theirs");
  const news = [{ id: 1, title: "Jadwal", date: "2026-07-04", content: "Teks." }];
  const refused = await take("news", [...news, { title: "Lagi", date: "03/04/2006" }]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.err,
    /^standard input: Tidak jelas tanggal mana yang dimaksud "03\/04\/2006" \(date\): /,
  );
  assert.match(
    refused.err,
    /^ {2}--dates=dmy {2}hari lebih dulu: "03\/04\/2006" berarti 2006-04-03$/m,
  );
  assert.match(Deno.readTextFileSync(`${content}/groupa/import.sums`), /^# Yang terakhir ditulis /);
  const english = { CONTENT_DIR: content, LANG: "C", LC_ALL: "" };
  const words = ["import", "groupa", "members", "-", "--theirs"];
  const { out } = await runTask(words, english, JSON.stringify(members(170)));
  assert.match(out, /^Imported standard input into .*\/groupa: 3 records; /);
  assert.match(
    Deno.readTextFileSync(`${content}/groupa/import.sums`),
    /^# Yang terakhir ditulis [^\n]*\n# Satu baris [^\n]*\n[a-z]/,
  );
});
