import assert from "node:assert/strict";
import { importExport } from "../../build/import/import_export.ts";
import { exists } from "../../build/read/there.ts";
import { TaskError } from "../../build/task/task_error.ts";
import { importTree } from "../import/import_tree.ts";
import { TRIO } from "../support/contents.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { exportInto } from "./exported.ts";

const NOW = Date.parse(TRIO.now);

/** What is wrong with an export, and what is said of it. */
const BROKEN: readonly (readonly [
  what: string,
  spoil: (data: string) => void,
  message: RegExp,
])[] = [
  [
    "is cut off",
    (data) => Deno.truncateSync(`${data}/melati.ndjson`, 500),
    /^Cannot use \S+melati\.ndjson: it is not whole/,
  ],
  [
    "has no settings",
    (data) => Deno.removeSync(`${data}/settings/melati/group.yaml`),
    /^Cannot find \S+group\.yaml, which an export has$/,
  ],
  [
    "has another listing",
    (data) => Deno.writeTextFileSync(`${data}/dataset.json`, '{"groups":[{"group":"../up"}]}'),
    /^Cannot read \S+dataset\.json: it is not as/,
  ],
  [
    "is a folder of something else",
    (data) => Deno.removeSync(`${data}/dataset.json`),
    /^Cannot find an export in /,
  ],
  ...[
    "media/melati/x.png",
    "media/melati",
    "melati.ndjson",
    "settings/melati/group.yaml",
    "settings",
  ]
    .map((path) =>
      [
        `has a link, ${path},`,
        (data: string) => replaceByLink(`${data}/${path}`),
        new RegExp(`^Cannot use \\S+/${path}: it is a link, and nothing behind links is read`),
      ] as const
    ),
];

/** Puts a link in the place of a file or folder, to where that is now or to something secret. */
function replaceByLink(path: string): void {
  const elsewhere = Deno.makeTempDirSync({ dir: path.slice(0, path.indexOf("/data/")) });
  const to = `${elsewhere}/secret`;
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  if (exists(path)) Deno.renameSync(path, to);
  else if (path.endsWith(".png")) Deno.writeTextFileSync(to, "secret");
  else {
    Deno.mkdirSync(to);
    Deno.writeTextFileSync(`${to}/x.png`, "secret");
  }
  Deno.symlinkSync(to, path);
}

for (const [what, spoil, message] of BROKEN) {
  Deno.test(`an export that ${what} is refused, and nothing is written`, async () => {
    await using folder = await temporaryFolder();
    const data = await exportInto(folder.path, TRIO.content, NOW);
    spoil(data);
    const root = `${folder.path}/again`;
    Deno.mkdirSync(root);
    assert.throws(() => importExport(data, root), (error) => {
      return error instanceof TaskError && message.test(error.message);
    });
    assert.deepEqual([...Deno.readDirSync(root)], []);
  });
}

Deno.test("an export is not imported over files, and a repository's own folder is none", async () => {
  await using folder = await temporaryFolder();
  const data = await exportInto(folder.path, TRIO.content, NOW);
  const root = `${folder.path}/again`;
  Deno.mkdirSync(`${root}/.git`, { recursive: true });
  Deno.writeTextFileSync(`${root}/site.yaml`, "title: Mine\n");
  assert.throws(() => importExport(data, root), /it holds files; set CONTENT_DIR/);
  Deno.removeSync(`${root}/site.yaml`);
  assert.equal(importExport(data, root).groups, 3);
  assert.throws(() => importExport(data, root), /it holds files/);
});

Deno.test("imports take former names over, and add them to those that a file has", () => {
  using tree = importTree();
  const members = (...slugs: string[]) => [{ name: "Aya Putri", former_slugs: slugs }];
  assert.equal(tree.take("members", members("aya")).lost, 0);
  assert.match(tree.text("groupa/members/aya-putri.yaml"), /^former_slugs: \[aya\]$|- aya$/m);
  tree.take("members", members("aya", "aya-p"));
  assert.match(tree.text("groupa/members/aya-putri.yaml"), /aya[^]*aya-p/);
  const news = [{
    title: "Jadwal",
    date: "2026-07-04",
    publish_at: "2026-07-05T10:00:00+07:00",
    former_slugs: ["jadwal-lama"],
  }];
  assert.equal(tree.take("news", news).lost, 0);
  const text = tree.text(`groupa/news/${tree.names("groupa/news")[0]}`);
  assert.match(text, /jadwal-lama/);
  assert.match(text, /publish_at: ["']?2026-07-05T10:00:00\+07:00/);
});
