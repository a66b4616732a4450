import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

Deno.test("members become files named after the address of the dump", () => {
  using tree = importTree();
  const done = tree.take("members", [
    { name: "Feni Larasati", url: "feni", nicknames: ["Feni", "Mpen"], status: "active" },
    { name: "Éloïse O'Hara", status: "trainee" },
    { name: "Kana", url: "https://groupa.example/member/Kana_01/?x=1" },
  ]);
  assert.deepEqual(tree.names("groupa/members"), [
    "eloise-ohara.yaml",
    "feni.yaml",
    "kana_01.yaml",
  ]);
  assert.equal(
    tree.text("groupa/members/feni.yaml"),
    `name: Feni Larasati\nnicknames: [Feni, Mpen]\nstatus: active\n`,
  );
  assert.deepEqual([done.made, done.told], [3, ""]);
});

Deno.test("a member is merged by address, comments and order kept, and only what differs changed", () => {
  const before = `# Kapten
status: trainee  # sejak 2024
name: Feni Larasati

# panggilan
nicknames: [ Feni, Penyu ]   # yang biasa dulu
img: "https://img.example/old.jpg" # lama
hobby: >-
  menari
  dan membaca
# akhir
`;
  using tree = importTree({ "groupa/members/feni.yaml": before });
  const { told, changed, made } = tree.take(
    "members",
    [{
      name: "Feni Larasati",
      url: "feni",
      nicknames: ["feni", "Mpen"],
      status: "active",
      img: "https://img.example/new.jpg",
      hobby: "menari dan membaca",
      team: "passion",
    }],
    "groupa",
    THEIRS,
  );
  assert.equal(
    tree.text("groupa/members/feni.yaml"),
    before.replace("trainee ", "active").replace("[ Feni, Penyu ]  ", "[ Feni, Penyu, Mpen ]")
      .replace("old.jpg", "new.jpg").replace("sejak 2024\n", "sejak 2024\nteam: passion\n"),
  );
  assert.deepEqual([told, changed, made], ["", 1, 0]);
});

Deno.test("a member whose address is another one is merged by her name in any spelling", () => {
  using tree = importTree({ "groupa/members/feni-larasati.yaml": "name: Feni Larasati\n" });
  const done = tree.take("members", [{ name: "FENI  Larasáti ", url: "feni", team: "dream" }]);
  assert.deepEqual([done.made, done.changed], [0, 1]);
  assert.match(tree.text("groupa/members/feni-larasati.yaml"), /^team: dream$/m);
});

Deno.test("an address comes before a name: somebody who is called the same is somebody else", () => {
  using tree = importTree({
    "groupa/members/amanda.yaml": "name: Amanda\n",
    "groupa/members/amanda-wong.yaml": "name: Amanda Wong\n",
  });
  tree.take("members", [
    { name: "Amanda", url: "amanda-wong", team: "x" },
    { name: "Amanda", url: "amanda-baru", team: "y" },
    { name: "Amanda", url: "amanda", team: "z" },
  ]);
  const team = (slug: string) => /team: (.)/.exec(tree.text(`groupa/members/${slug}.yaml`))?.[1];
  assert.deepEqual(["amanda-wong", "amanda-baru", "amanda"].map(team), ["x", "y", "z"]);
});

Deno.test("null, empty text, 0 and empty lists never erase what a file knows", () => {
  const before = "name: Feni\nnicknames: [Mpen]\nteam: dream\nroom_id: 317738\nheight: 156\n";
  using tree = importTree({ "groupa/members/feni.yaml": before });
  const { kept, told } = tree.take("members", [{
    name: "Feni",
    url: "feni",
    nicknames: [],
    birth_date: "",
    sr_exists: " ",
    team: null,
    generation: "",
    room_id: 0,
    height: "  ",
    socials: [null],
  }]);
  assert.deepEqual([kept, told, tree.text("groupa/members/feni.yaml")], [1, "", before]);
});

Deno.test("a file keeps its own spelling of what the dump says too", () => {
  const before = `name: Feni
status: active
birth_date: 2007-09-01
height: 156
graduated: 2024-02-01
room_id: 317738
socials: [{ title: Instagram, url: https://instagram.example/feni }]
`;
  using tree = importTree({ "groupa/members/feni.yaml": before });
  const { kept, told } = tree.take("members", [{
    id: "feni",
    url_key: "feni",
    name: "Feni",
    fullname: "Feni",
    birthdate: "2007-09-01",
    zodiac: "Virgo",
    height: "156 cm",
    status: "graduated",
    is_graduate: true,
    graduated: "1 Februari 2024",
    room_id: "317738",
    sr_exists: true,
    socials: [{ title: "instagram", url: "https://instagram.example/feni" }],
    stats: { total_live: {} },
    recentTheater: [],
    group: "groupa",
  }]);
  assert.deepEqual([kept, told, tree.text("groupa/members/feni.yaml")], [1, "", before]);
});

Deno.test("every form of date is read, instants in the group's zone", () => {
  const forms: Record<string, string> = {
    "2007-08-31T17:00:00.000Z": "2007-09-01",
    "2007-08-31T16:59:59Z": "2007-08-31",
    "2007-09-01": "2007-09-01",
    "26 Januari 2005": "2005-01-26",
    "March 10, 2005": "2005-03-10",
    "2005/3/1": "2005-03-01",
    "29 Feb 2004": "2004-02-29",
  };
  using tree = importTree();
  tree.take(
    "members",
    Object.keys(forms).map((date, place) => ({
      name: `M ${place}`,
      birthDate: date,
    })),
  );
  const read = Object.keys(forms).map((_, place) =>
    /birth_date: (.*)/.exec(tree.text(`groupa/members/m-${place}.yaml`))?.[1]
  );
  assert.deepEqual(read, Object.values(forms));
});

Deno.test("what cannot be used is shown with its record as lost, the rest is taken", () => {
  using tree = importTree();
  const { table, made } = tree.take("members", [
    { name: "A" },
    {
      name: "Feni",
      img: "N/A",
      status: "manager",
      birth_date: "31/02/2005",
      room_id: "no",
      nicknames: ["Mpen"],
      socials: [{ title: "X" }, { title: "IG", url: "https://ig.example" }],
    },
  ]);
  assert.equal(made, 2);
  assert.equal(
    tree.text("groupa/members/feni.yaml"),
    `name: Feni\nnicknames: [Mpen]\nsocials:\n  - title: IG\n    url: https://ig.example\n`,
  );
  const lost = { img: "N/A", status: "manager", birth_date: "31/02/2005", room_id: "no" };
  for (const [field, found] of Object.entries(lost)) {
    assert.match(table, new RegExp(`^  ${field} +${field} +0 +1 +#2 "${found}"$`, "m"));
    assert.match(table, new RegExp(`^  ${field}: .*expected`, "m"));
  }
  assert.match(table, /^ {2}socials +socials +0 +1 +#2 \{"title":"X"\}$/m);
});

Deno.test("fields that no content file has are lost, and the table says how often", () => {
  using tree = importTree();
  const { told, table, lost } = tree.take("members", [
    { name: "A", fanbase: "x", shoe_size: null },
    { name: "B", fanbase: "y", mbti: "ESTP" },
  ]);
  assert.deepEqual([told, lost], ["", 3]);
  assert.match(table, /^ {2}fanbase +\(none\) +0 +2 +#1 "x", #2 "y"$/m);
  assert.match(table, /^ {2}mbti +\(none\) +0 +1 +#2 "ESTP"$/m);
});

Deno.test("an address that another group's member has is not given twice", () => {
  using tree = importTree({
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/amanda.yaml": "name: Amanda Wong\nformer_slugs: [manda]\n",
  });
  const dump = [{ name: "Amanda", url: "amanda" }, { name: "Manda", url: "manda" }, {
    name: "Today",
  }];
  const { told } = tree.take("members", dump);
  assert.deepEqual(
    tree.names("groupa/members"),
    ["amanda-groupa.yaml", "manda-groupa.yaml", "today-groupa.yaml"],
  );
  assert.match(told, /her address is "amanda-groupa": somebody else has "amanda"/);
  assert.deepEqual(tree.take("members", dump).written, []);
});

Deno.test("identical records are one, and of differing ones the later is right", () => {
  using tree = importTree();
  const feni = { name: "Feni", url: "feni", team: "dream" };
  const first = tree.take("members", [feni, feni, { ...feni, hobby: "tidur" }]);
  assert.deepEqual([first.made, first.told], [1, ""]);
  assert.match(tree.text("groupa/members/feni.yaml"), /team: dream\nhobby: tidur\n$/);
  const second = tree.take("members", [feni, { ...feni, team: "love" }]);
  assert.match(second.told, /record 2 "Feni": it is taken as right .*"team"/);
  assert.match(tree.text("groupa/members/feni.yaml"), /team: love/);
});

Deno.test("birth dates go to members by address, name or nickname, and nowhere else", () => {
  using tree = importTree({
    "groupa/members/feni.yaml": "name: Feni Larasati\nnicknames: [Mpen]\n# akhir\n",
    "groupa/members/gita.yaml": "name: Gita Sekar\n",
    "groupa/members/eli.yaml": "name: Helisma Putri\nbirth_date: 2000-06-15\n",
  });
  const { changed, kept, told } = tree.take("birthday", [
    { name: "mpen", date: "1999-01-15T17:00:00.000Z", days_until: 3, generation: "gen3" },
    { name: "Somebody", id: "gita", date: "2001-06-30", is_today: false },
    { member_id: "eli", name: "Helisma Putri", birth_date: "2000-06-15" },
    { name: "Zee", date: "2004-05-16" },
  ]);
  assert.equal(
    tree.text("groupa/members/feni.yaml"),
    "name: Feni Larasati\nnicknames: [Mpen]\nbirth_date: 1999-01-16\n# akhir\n",
  );
  assert.match(
    tree.text("groupa/members/gita.yaml"),
    /^name: Gita Sekar\nbirth_date: 2001-06-30$/m,
  );
  assert.deepEqual([changed, kept, tree.names("groupa/members").length], [2, 1, 3]);
  assert.equal(told, 'dump.json: record 4 "Zee": it is passed over: nobody has this name\n');
});
