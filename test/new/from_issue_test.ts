import assert from "node:assert/strict";
import { parse } from "yaml";
import { compile } from "../../build/compile.ts";
import { makeFromIssue } from "../../build/new/from_issue.ts";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { issueOf } from "./filled_form.ts";

/** A content folder, what is made in it of an issue, and all its files. */
async function withContent(
  test: (make: (issue: string | Uint8Array) => string, root: string) => void | Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root);
  await test((issue) => {
    const path = `${folder.path}/issue.md`;
    if (typeof issue === "string") Deno.writeTextFileSync(path, issue);
    else Deno.writeFileSync(path, issue);
    return makeFromIssue(root, path);
  }, root);
}

const FILLED: readonly [
  form: string,
  answers: Record<string, string>,
  path: string,
  text: string,
][] = [
  [
    "new-member.yml",
    {
      address: "maeda-atsuko",
      name: "前田 敦子",
      nicknames: "- Acchan\n- Atsuko",
      status: "Trainee",
      birth_date: "--07-10",
    },
    "members/maeda-atsuko.yaml",
    "name: 前田 敦子\nnicknames: [Acchan, Atsuko]\nstatus: trainee\nbirth_date: --07-10\n",
  ],
  [
    "new-show.yml",
    { setlist: "Jendela Pagi", date: "2026-09-05", time: "19:00", members: "Aya\nBela Sari" },
    "shows/2026-09-05-jendela-pagi.yaml",
    'setlist: Jendela Pagi\ndate: 2026-09-05\ntime: "19:00"\nmembers:\n  - Aya\n  - Bela Sari\n',
  ],
  [
    "new-event.yml",
    { title: "Konser: Akhir", type: "Konser", date: "2026-09-06", description: "Satu\n\nDua" },
    "events/2026-09-06-konser-akhir.yaml",
    'title: "Konser: Akhir"\ntype: concert\ndate: 2026-09-06\ndescription: |-\n  Satu\n\n  Dua\n',
  ],
  [
    "new-news.yml",
    { title: "Jadwal September", date: "2026-08-31", body: "Halo **semua**.\n\n### Jam\n\n19:00" },
    "news/2026-08-31-jadwal-september.md",
    "---\ntitle: Jadwal September\ndate: 2026-08-31\n---\n\nHalo **semua**.\n\n### Jam\n\n19:00\n",
  ],
];

for (const [form, answers, path, text] of FILLED) {
  Deno.test(`what ${form} asks becomes a content file that the check has nothing against`, async () => {
    await withContent((make, root) => {
      assert.equal(make(issueOf(form, answers)), `${root}/groupa/${path}`);
      assert.equal(Deno.readTextFileSync(`${root}/groupa/${path}`), text);
      assert.deepEqual(compile(root).diagnostics.map(({ message }) => message), []);
      assert.throws(() => make(issueOf(form, answers)), /another entry has it/);
    });
  });
}

Deno.test("an issue in English is read, too, and one with Windows' line ends", async () => {
  await withContent((make, root) => {
    const answers = { title: "Meet", type: "Appearance (off air)", date: "2026-09-07" };
    const path = make(issueOf("new-event.yml", answers, "en").replaceAll("\n", "\r\n"));
    assert.equal(path, `${root}/groupa/events/2026-09-07-meet.yaml`);
    assert.equal(Deno.readTextFileSync(path), "title: Meet\ntype: offair\ndate: 2026-09-07\n");
  });
});

const SHELL = "$(touch pwned) `touch pwned` ; touch pwned | tee pwned > pwned && exit 0 # ' \" \\";

Deno.test("what looks like commands or fields is a value like any other", async () => {
  await withContent((make, root) => {
    const title = `--- ${SHELL}`;
    const path = make(issueOf("new-event.yml", {
      ...{ title, date: "2026-09-08", address: "aneh" },
      description: "...\n---\ndraft: true\nid: 1\n${{ secrets.X }}",
    }));
    const fields = parse(Deno.readTextFileSync(path));
    assert.deepEqual(Object.keys(fields), ["title", "date", "description"]);
    assert.equal(fields.title, title);
    const news = make(issueOf("new-news.yml", {
      ...{ title: "Pisau", date: "2026-09-08" },
      body: "Satu <!-- draft: true -->\n\n---\n\nid: 99\n\n---\n<script>alert(1)</script>",
    }));
    const { pack, content } = compile(root);
    assert.ok(pack);
    assert.equal(
      content.groups[0]!.news.find(({ slug }) => /pisau/.test(slug))?.file.id,
      undefined,
    );
    assert.doesNotMatch(Deno.readTextFileSync(news), /draft/);
  });
});

Deno.test("an issue that is hostile or wrong makes nothing, and it is told why", async () => {
  const member = (answers: Record<string, string>) =>
    issueOf("new-member.yml", { name: "Siti Baru", ...answers });
  const cases: readonly [issue: string | Uint8Array, message: RegExp][] = [
    [member({ group: "../../etc" }), /There is no group "\.\.\/\.\.\/etc"/],
    [member({ group: "schema" }), /There is no group/],
    [member({ address: "../../../pwned" }), /Cannot use the address/],
    [member({ address: "/etc/passwd" }), /Cannot use the address/],
    [member({ address: "a\nb" }), /Cannot use the address/],
    [member({ address: "aya-putri" }), /another entry has it/],
    [member({ name: "Siti\ndraft: true" }), /"name" says: expected one line/],
    [member({ name: "前田" }), /write one in small Latin letters/],
    [member({ status: "boss" }), /status/],
    [member({ img: "javascript:alert(1)" }), /expected a picture of the group/],
    [member({ birth_date: "2026-02-30" }), /expected a date/],
    [member({ name: "Siti \u0000 Baru" }), /signs that are no text/],
    [member({ description: "x".repeat(1024 * 1024) }), /expected at most 65536/],
    [member({}).replaceAll("###", "####"), /not one of the forms/],
    [member({ kind: "plans" }), /not one of the forms/],
    ["<!--" + member({}), /not one of the forms/],
    [
      Uint8Array.from({ length: 4096 }, (_, place) => place % 256),
      /signs that are no text|not one/,
    ],
    ["", /not one of the forms/],
    [issueOf("new-show.yml", { date: "2026-09-05" }), /Cannot make an address|title or a setlist/],
    [issueOf("new-news.yml", { title: "Kosong", date: "2026-09-05" }), /The article is empty/],
    [issueOf("new-event.yml", { title: "X", date: "../../../x" }), /expected a date/],
  ];
  await withContent((make, root) => {
    const before = filesBelow(`${root}/..`);
    for (const [issue, message] of cases) {
      assert.throws(() => make(issue), (error: Error) => {
        assert.equal(error.name, "TaskError", String(error.stack));
        assert.match(error.message, message);
        return true;
      });
      assert.deepEqual(filesBelow(`${root}/..`).filter((path) => !/issue\.md$/.test(path)), before);
    }
  });
});

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  ).sort();
}
