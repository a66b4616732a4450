import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { packOf } from "../../support/compiled.ts";
import { LATER, PERILOUS, REPOSITORY, TRIO } from "../../support/contents.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { saveAll } from "./saved_by_forms.ts";

const FOLDERS = [
  ...[REPOSITORY, TRIO, LATER, PERILOUS].map(({ content }) => content),
  "test/fixtures/on_air",
];

Deno.test("what a form writes when it saves every file changes no answer", async () => {
  for (const folder of FOLDERS) {
    await using copy = await temporaryFolder();
    assert.ok(saveAll(folder, `${copy.path}/content`) > 5, folder);
    assert.ok(
      Buffer.from(await packOf(`${copy.path}/content`)).equals(await packOf(folder)),
      folder,
    );
  }
});
