import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";

/** Values that stand for something to come. */
const PLACEHOLDERS = [
  ...["TODO", "to-do", "fixme", "TBA", "tbd.", "XXXX", "N/A", "lorem", "Placeholder", "Menyusul"],
  ...["coming soon", "Segera hadir…", "belum diketahui", "-", "–", "...", "_", "??", "…"],
  ...["Halo, TODO tanya", "Lorem ipsum dolor", "https://www.example.com/a"],
];

/** Every way to write a text into a file. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => `hobby: "${text}"\n`,
  (text) => `hobby: '${text}'   # hobi\n`,
  (text) => `hobby: >-\n  ${text.replaceAll(" ", "\n  ")}\n`,
  (text) => `hobby: |\n  ${text}\n`,
  (text) => `nicknames:\n  - '${text}'\n`,
  (text) => `nicknames: [Citra, "${text}"]\n`,
  (text) => `socials: [{ title: "${text}", url: "https://a.example/" }]\n`,
  (text) => `hobby: "${[...text].map((sign) => `\\u${hex(sign)}`).join("")}"\n`,
];

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, "0");
}

Deno.test("a value that stands for something to come is warned of in whatever way it is written", async () => {
  for (const form of FORMS) {
    const files = PLACEHOLDERS.map((text, place) =>
      [`groupa/members/citra-${place}.yaml`, `name: Citra ${place}\n${form(text)}`] as const
    );
    const { stderr } = await checkTree(Object.fromEntries(files));
    for (const [path, text] of files) {
      assert.match(
        stderr,
        new RegExp(`${path}:\\d+:\\d+[^]*?appears in answers as it is written`),
        text,
      );
    }
    const told = stderr.split("appears in answers as it is written").length - 1;
    assert.equal(told, PLACEHOLDERS.length, form("…"));
  }
});
