import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary.ts";

const SHOWN = "build/addons/site/docs/pictures";

/** The sides of a picture as its extended header has them (RFC 9649, section 2.7). */
function sidesOf(path: string): Uint8Array {
  return Deno.readFileSync(path).subarray(24, 30);
}

// The steps to the other pictures are those of the tests of forms and of the panel.
Deno.test("the pictures of the check and of the preview are taken by their task, as large as they are shown", async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--allow-all", "test/pages/take_pictures.ts"],
      ...[`--into=${folder.path}`, "check", "preview"],
    ],
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["check_en.webp", "check_id.webp", "preview_en.webp", "preview_id.webp"]);
  for (const name of names) {
    assert.deepEqual(sidesOf(`${folder.path}/${name}`), sidesOf(`${SHOWN}/${name}`), name);
  }
});
