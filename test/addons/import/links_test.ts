import assert from "node:assert/strict";
import { TaskError } from "../../../build/task/task_error.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";
import { importTree } from "./import_tree.ts";

/** What somebody else may have put into a content folder as a link, and the kind that reads it. */
const LINKS: readonly (readonly [path: string, kind: string])[] = [
  ["groupa", "members"],
  ["groupa/group.yaml", "members"],
  ["groupa/members", "members"],
  ["groupa/import.sums", "members"],
  ["groupa/setlists", "setlists"],
];

for (const [path, kind] of LINKS) {
  Deno.test(`an import reads nothing behind ${path} that is a link, and says so`, () => {
    using elsewhere = temporaryFolderSync();
    using tree = importTree({
      "groupa/members/aya.yaml": "name: Aya\n",
      "groupa/setlists/pagi.yaml": "name: Pagi\n",
      "groupa/setlists/malam.yaml": "name: Malam\n",
      "groupa/import.sums": "",
    });
    Deno.renameSync(`${tree.root}/${path}`, `${elsewhere.path}/there`);
    Deno.symlinkSync(`${elsewhere.path}/there`, `${tree.root}/${path}`);
    assert.throws(
      () => tree.take(kind, [{ name: "Bela" }]),
      (error) =>
        error instanceof TaskError && error.message.includes(path) &&
        /is a link, and nothing behind links is read/.test(error.message),
    );
  });
}

Deno.test("no picture is copied into a folder of pictures that is a link", () => {
  using elsewhere = temporaryFolderSync();
  using tree = importTree();
  Deno.symlinkSync(elsewhere.path, `${tree.root}/groupa/pictures`);
  assert.throws(
    () => tree.take("members", [{ name: "Bela" }], "groupa", { pictures: elsewhere.path }),
    (error) => error instanceof TaskError && /groupa\/pictures: it is a link/.test(error.message),
  );
});
