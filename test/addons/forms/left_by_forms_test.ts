import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { writeTree } from "../../build/content_tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { wordsOf } from "../../../build/words/say.ts";

async function messagesFor(files: Record<string, string>): Promise<string[]> {
  await using folder = await temporaryFolder();
  writeTree(folder.path, files);
  return compile(folder.path).diagnostics.map(({ place, message }) =>
    `${place.file.slice(folder.path.length + 1)}: ${wordsOf(message)}`
  );
}

Deno.test("a folder of uploaded pictures is told to go, and not to be made a group", async () => {
  for (const path of ["media/poster satu.png", "uploads/a.JPG", "bahan/a.webp"]) {
    const messages = await messagesFor({ [path]: "" });
    assert.equal(messages.length, 1, messages.join("\n"));
    assert.match(
      messages[0]!,
      /^\w+: Pictures are not kept here: move them into the folder pictures/,
    );
  }
  assert.match((await messagesFor({ "bahan/notes.txt": "" }))[0]!, /deno task new group bahan/);
});

Deno.test("a file name that a program made up is told, and a name that only looks so is not", async () => {
  const member = "name: 前田 敦子\n";
  const found = await messagesFor({
    "groupa/members/485fd1f143bb.yaml": member,
    "groupa/shows/2026-08-02-8f665fd26fb7.yaml": "title: 夜\ndate: 2026-08-02\n",
    "groupa/members/facade-baeda.yaml": "name: Facade Baeda\n",
  });
  assert.equal(found.length, 2, found.join("\n"));
  for (const message of found) assert.match(message, /A program made up the file's name/);
});
