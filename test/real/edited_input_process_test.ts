import assert from "node:assert/strict";
import { importTree } from "../import/import_tree.ts";
import { runTask } from "../import/run_task.ts";

/** Dumps of a running service lie beside the repository; where they are absent the test is skipped. */
const REAL = new URL("../../../shared/real/groupa/", import.meta.url).pathname;

/** A line of some files of a kind, what an editor writes in its place, and in how many of them. */
const EDITS = [
  ["members", "members", /^name: .*$/m, "name: Nama Lain", 5],
  ["members", "members", /^img: .*$/m, "img: https://img.groupa.id/lain.jpg", 5],
  ["theater", "shows", /^time: .*$/m, 'time: "20:21"', 5],
  ["theater", "shows", /^setlist: .*$/m, "setlist: Setlist Lain", 2],
  ["videocall", "videocalls", /end_time: .*$/m, 'end_time: "23:21"', 2],
  ["news", "news", /^title: .*$/m, "title: Judul Lain", 1],
] as const;

Deno.test({
  name:
    "of 20 fields of real dumps that an editor changed all stay and are reported, nothing is lost",
  ignore: !isThere(REAL),
  async fn() {
    using tree = importTree();
    const kinds = [...new Set(EDITS.map(([kind]) => kind))];
    const take = async () => {
      const printed: string[] = [];
      for (const kind of kinds) {
        const dump = Deno.readTextFileSync(`${REAL}${kind}.json`);
        const words = ["import", "groupa", kind, "-", "--strict"];
        const { code, out, err } = await runTask(words, { CONTENT_DIR: tree.root }, dump);
        // It is 3 if something is lost.
        assert.equal(code, 0, err);
        printed.push(out);
      }
      return printed.join("\n");
    };
    await take();
    const edited = new Map<string, string>();
    for (const [, folder, line, meant, count] of EDITS) {
      const free = tree.names(`groupa/${folder}`).map((name) => `groupa/${folder}/${name}`)
        .filter((path) => !edited.has(path) && line.test(tree.text(path)));
      for (const path of free.slice(0, count)) {
        const text = tree.text(path).replace(line, meant);
        Deno.writeTextFileSync(`${tree.root}/${path}`, text);
        edited.set(path, text);
      }
    }
    assert.equal(edited.size, 20);
    const out = await take();
    for (const [path, text] of edited) assert.equal(tree.text(path), text, path);
    assert.equal(out.match(/ -> .*, kept$/gm)?.length, 20, out);
    assert.doesNotMatch(out, /[1-9]\d* files? made|[1-9]\d* changed/);
  },
});

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
