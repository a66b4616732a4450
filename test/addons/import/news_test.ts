import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

const ITEM = { id: "7", title: "Jadwal: Agustus", content: "<p>Halo</p>", date: "26 Januari 2025" };

Deno.test("news become Markdown files with the article's HTML below the front matter", () => {
  using tree = importTree();
  tree.take("news", [{ ...ITEM, label: null, image: "", content_text: "Halo" }]);
  assert.equal(
    tree.text("groupa/news/2025-01-26-jadwal-agustus.md"),
    '---\nid: 7\ntitle: "Jadwal: Agustus"\ndate: 2025-01-26\n---\n\n<p>Halo</p>\n',
  );
});

Deno.test("news without a text have no text", () => {
  using tree = importTree();
  tree.take("news", [{ ...ITEM, content: "" }]);
  assert.match(tree.text("groupa/news/2025-01-26-jadwal-agustus.md"), /\n---\n$/);
});

Deno.test("every form of date is read in the group's zone; a time that is not midnight stays", () => {
  using tree = importTree();
  const dates = {
    A: "2025-06-26T17:00:00.000Z",
    B: "26 Januari 2025",
    C: "March 10, 2025",
    D: "2025-06-26",
    E: "2025-06-26T18:30:00.000Z",
  };
  tree.take("news", Object.entries(dates).map(([title, date]) => ({ title, date })));
  const files = tree.names("groupa/news");
  const written = files.map((name) => /^date: (.*)$/m.exec(tree.text(`groupa/news/${name}`))?.[1]);
  assert.deepEqual(files, [
    "2025-01-26-b.md",
    "2025-03-10-c.md",
    "2025-06-26-d.md",
    "2025-06-27-a.md",
    "2025-06-27-e.md",
  ]);
  assert.deepEqual(written, [
    "2025-01-26",
    "2025-03-10",
    "2025-06-26",
    "2025-06-27",
    "2025-06-27",
  ]);
  assert.match(
    tree.text("groupa/news/2025-06-27-e.md"),
    /^publish_at: 2025-06-27T01:30:00\+07:00$/m,
  );
});

Deno.test("news are merged by id, then by slug, then by day and title", () => {
  const text = (head: string, day: string) => `---\n# atas\n${head}\ndate: ${day}\n---\n\nHalo\n`;
  using tree = importTree({
    "groupa/news/a.md": text("id: 7\ntitle: Lama", "2020-01-01"),
    "groupa/news/b.md": text("title: B", "2020-01-01"),
    "groupa/news/c.md": text("title: Jadwal", "2020-01-03"),
    "groupa/news/d.md": text("title: Jadwal", "2020-02-03"),
  });
  const { made, changed } = tree.take(
    "news",
    [
      { ...ITEM, content: null },
      { slug: "b", title: "B baru", date: "2020-01-02" },
      { title: "JADWAL", date: "2020-02-03", category: "Teater" },
    ],
    "groupa",
    THEIRS,
  );
  assert.deepEqual([made, changed], [0, 3]);
  assert.equal(
    tree.text("groupa/news/a.md"),
    '---\n# atas\nid: 7\ntitle: "Jadwal: Agustus"\ndate: 2025-01-26\n---\n\nHalo\n',
  );
  assert.equal(tree.text("groupa/news/b.md"), text("title: B baru", "2020-01-02"));
  assert.equal(
    tree.text("groupa/news/d.md"),
    text("title: JADWAL", "2020-02-03").replace("---\n\n", "category: Teater\n---\n\n"),
  );
});

Deno.test("the short text of a list never takes the article's place", () => {
  const article = `---\nid: 7\ntitle: A\ndate: 2025-01-26\n---\n\n**Halo** semua.\n\n${
    "kata ".repeat(99)
  }\n`;
  using tree = importTree({ "groupa/news/a.md": article });
  const short = `Halo semua. ${"kata ".repeat(53)}`.trim();
  const list = tree.take("news", [{ id: "7", title: "A", date: "2025-01-26", content: short }]);
  assert.deepEqual([list.kept, tree.text("groupa/news/a.md")], [1, article]);
  const own = tree.take("news", [{ id: "7", title: "A", content: "Ringkasan sendiri" }]);
  assert.equal(own.changed, 1);
  assert.equal(
    tree.text("groupa/news/a.md"),
    article.replace("\n---\n\n", "\nsummary: Ringkasan sendiri\n---\n\n"),
  );
});

Deno.test("an article that says the same in other words of HTML stays; another one takes its place", () => {
  const before = "---\nid: 7\ntitle: A\ndate: 2025-01-26\n---\n\n**Halo** semua\n";
  using tree = importTree({ "groupa/news/a.md": before });
  const item = { id: 7, title: "A", content_text: "x" };
  const same = tree.take("news", {
    ...item,
    content: "<p style='x'><strong>Halo</strong> semua</p>",
  });
  assert.deepEqual([same.kept, tree.text("groupa/news/a.md")], [1, before]);
  tree.take("news", { ...item, content: "<p>Halo dunia</p>" });
  assert.equal(
    tree.text("groupa/news/a.md"),
    before.replace("**Halo** semua", "<p>Halo dunia</p>"),
  );
});

Deno.test("a Markdown file keeps its byte order mark and its line ends of Windows", () => {
  const before =
    "\uFEFF---\r\nid: 7\r\ntitle: A # judul\r\ndate: 2025-01-26\r\n---\r\n\r\nHalo\r\n";
  using tree = importTree({ "groupa/news/a.md": before });
  tree.take("news", { id: 7, title: "B", category: "X" }, "groupa", THEIRS);
  assert.equal(
    tree.text("groupa/news/a.md"),
    before.replace("title: A", "title: B").replace(
      "2025-01-26\r\n",
      "2025-01-26\r\ncategory: X\r\n",
    ),
  );
});
