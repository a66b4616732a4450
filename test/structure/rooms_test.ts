import assert from "node:assert/strict";
import { modules } from "./modules.ts";

/** A module's first sentence where it is of the form that opens a room. */
const ROOM_SENTENCE = /^\/\*\*\n \* This room [a-z][^]*?\n \* @module\n \*\//;

Deno.test("one file of each room opens with a sentence of what the room is for", () => {
  const wrong = [...rooms()].filter(([room]) => !room.startsWith("build/site"))
    .map(([room, files]) => [room, files.filter(({ text }) => ROOM_SENTENCE.test(text))] as const)
    .filter(([, opening]) => opening.length !== 1)
    .map(([room, opening]) => `${room}: ${opening.map(({ path }) => path).join(", ") || "none"}`);
  assert.deepEqual(wrong, []);
});

/** The modules of each folder of `src` and `build`, without those of the folders within it. */
function rooms(): Map<string, { path: string; text: string }[]> {
  const files = [...modules("src"), ...modules("build")]
    .filter(({ path }) => !path.startsWith("build/out/"));
  const found = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  assert.ok(found.size > 50, `${found.size} rooms were read`);
  return found;
}
