import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

const SESSION = {
  title: "Satu Hari",
  category: "DIGITAL_PHOTOBOOK",
  code: "EX1",
  session: "Sesi 1",
  date: "2026-05-08",
  preparation_start: "16:15:00",
  start_time: "16:30:00",
  end_time: "17:30:00",
  members: ["Cathy", "Maxine"],
};

const ROSTER = { "groupa/members/cathy.yaml": "name: Cathleen Nixie\nnicknames: [Cathy]\n" };

Deno.test("sessions of a day become one file, whichever way the dump groups them", () => {
  const { date, ...session } = SESSION;
  const other = { ...session, session: "Sesi 2", status: "finished" };
  const forms = [
    [SESSION, { ...other, date }],
    {
      success: true,
      total: 2,
      data: [{ date, day: "Jumat", total_sessions: 2, sessions: [session, other] }],
    },
    { success: true, timezone: "Asia/Jakarta", date, day: "Jumat", sessions: [session, other] },
  ];
  for (const dump of forms) {
    using tree = importTree(ROSTER);
    const { told, made } = tree.take("videocall", dump);
    assert.equal(made, 1);
    assert.equal(
      tree.text("groupa/videocalls/2026-05-08.yaml").split("  - session: Sesi 2")[0],
      `date: 2026-05-08
sessions:
  - session: Sesi 1
    title: Satu Hari
    category: DIGITAL_PHOTOBOOK
    code: EX1
    preparation_start: "16:15:00"
    start_time: "16:30:00"
    end_time: "17:30:00"
    members:
      - Cathy
      - Maxine
`,
    );
    assert.match(
      told,
      /record 1 "Sesi 1": no member is called "Maxine"; the name stays as a guest\n {2}in groupa\/videocalls\/2026-05-08.yaml\n {2}also in record 2\n$/,
    );
    assert.deepEqual(tree.take("videocall", dump).written, []);
  }
});

Deno.test("a session is merged into its day's file by session and title", () => {
  const before = `date: 2026-05-08
sessions:
  # pagi
  - session: Sesi 1
    title: Satu Hari
    start_time: "16:30" # WIB
    members: [Maxine, cathy]
  - session: Sesi 1
    title: Lain
    start_time: "10:00"
# akhir
draft: true
`;
  using tree = importTree({ ...ROSTER, "groupa/videocalls/jumat.yaml": before });
  tree.take(
    "videocall",
    [
      { ...SESSION, preparation_start: null, code: undefined, category: "", end_time: "17:30" },
      {
        ...SESSION,
        title: "Lain",
        start_time: "11:00",
        session: "sesi 1",
        members: [],
        code: null,
        category: null,
        preparation_start: null,
        end_time: null,
      },
      { session: "Sesi 2", date: "8 Mei 2026", start_time: "18:00" },
    ],
    "groupa",
    THEIRS,
  );
  assert.equal(
    tree.text("groupa/videocalls/jumat.yaml"),
    before.replace('"16:30" # WIB\n', '"16:30" # WIB\n    end_time: "17:30"\n')
      .replace('"10:00"\n', '"11:00"\n  - session: Sesi 2\n    start_time: "18:00"\n'),
  );
});

Deno.test("a session without a day or a start is told and passed over", () => {
  using tree = importTree();
  const { told, written } = tree.take("videocall", [
    { session: "Sesi 1", start_time: "10:00" },
    { session: "Sesi 2", date: "2026-05-08", start_time: "pagi" },
  ]);
  assert.deepEqual(written, []);
  assert.match(told, /record 1 "Sesi 1": it is passed over: its date has to be known/);
  assert.match(told, /record 2 "Sesi 2": it is passed over: .*"start_time"/);
});

Deno.test("setlists are merged by name in any case, and new ones become files", () => {
  const drive = "name: Pajama Drive # lama\nsongs:\n- Waiting Room # pembuka\n- Mirai no Kajitsu\n";
  using tree = importTree({
    "groupa/setlists/drive.yaml": drive,
    "groupa/setlists/kosong.yaml": "# Baru\nname: Kosong\n",
  });
  const dump = [
    { name: "PAJAMA DRIVE", songs: ["Waiting Room", "Overture", "Mirai no Kajitsu"], image: null },
    { name: "Kosong", songs: [], image: "https://img.example/k.jpg" },
    { name: "Banzai: Baru", songs: ["HA!", "109"] },
    { name: "Banzai: Baru" },
  ];
  const { made, changed } = tree.take("setlists", dump, "groupa", THEIRS);
  assert.deepEqual([made, changed], [1, 2]);
  assert.equal(
    tree.text("groupa/setlists/drive.yaml"),
    drive.replace("# pembuka\n", "# pembuka\n- Overture\n"),
  );
  assert.equal(
    tree.text("groupa/setlists/kosong.yaml"),
    "# Baru\nname: Kosong\nimage: https://img.example/k.jpg\n",
  );
  assert.equal(
    tree.text("groupa/setlists/banzai-baru.yaml"),
    'name: "Banzai: Baru"\nsongs:\n  - HA!\n  - "109"\n',
  );
  assert.deepEqual(tree.take("setlists", dump).written, []);
});
