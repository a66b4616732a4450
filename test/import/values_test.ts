import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

Deno.test("fields of other rosters are found by themselves, and no value is lost", () => {
  using tree = importTree();
  const { table, lost } = tree.take("members", [{
    nama_member: "Ayu",
    ava_member: "https://img.example/ayu.jpg",
    kategori: "Trainee X48",
    biodata: { tanggalLahir: "26 Agustus 2006", horoskop: "Virgo" },
    birthday: "26 August 2006",
    introduction_phrase: "Hai",
    join_details_x48: "31 Oktober 2022 (2 tahun, 3 bulan)",
  }]);
  assert.equal(lost, 0, table);
  assert.equal(
    tree.text("groupa/members/ayu.yaml"),
    "name: Ayu\nstatus: trainee\nimg: https://img.example/ayu.jpg\nbirth_date: 2006-08-26\n" +
      "jikosokai: Hai\njoined: 2022-10-31\n",
  );
});

Deno.test("a category that says nothing of a status is lost, and a second birth date names the first", () => {
  using tree = importTree();
  const { table } = tree.take("members", [{
    name: "Ayu",
    kategori: "Vokal",
    biodata: { tanggalLahir: "26 Agustus 2006" },
    birthday: "27 August 2006",
  }]);
  assert.match(table, /^ {2}kategori +\(none\) +0 +1 +#1 "Vokal"$/m);
  assert.match(table, /birthday: is "birth_date" meant\? It has biodata\.tanggalLahir already/);
});

Deno.test("a day with something else behind it than a span of time is no date", () => {
  using tree = importTree();
  const { lost } = tree.take("members", [
    { name: "Ayu", joined: "31 Oktober 2022 (batal)" },
    { name: "Bela", birth_date: "3 Mei 2006 (usia 18 tahun)" },
  ]);
  assert.equal(lost, 1);
  assert.match(tree.text("groupa/members/bela.yaml"), /birth_date: 2006-05-03/);
});

Deno.test("setlists by the names of their songs' lists are read", () => {
  for (
    const dump of [
      { "Jendela Pagi": ["Satu", "Dua"], Malam: ["Tiga"] },
      { data: { "Jendela Pagi": ["Satu", "Dua"], Malam: ["Tiga"] } },
    ]
  ) {
    using tree = importTree();
    const { lost } = tree.take("setlists", dump);
    assert.equal(lost, 0);
    assert.equal(
      tree.text("groupa/setlists.yaml"),
      "- name: Jendela Pagi\n  songs:\n    - Satu\n    - Dua\n- name: Malam\n  songs:\n    - Tiga\n",
    );
  }
});
