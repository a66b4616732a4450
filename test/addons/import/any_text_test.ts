import assert from "node:assert/strict";
import fc from "fast-check";
import { compile } from "../../../build/compile.ts";
import { formatDiagnostics } from "../../../build/diagnostic/format.ts";
import { readFolder } from "../../../build/files/content_file.ts";
import { propertyRun } from "../../support/size.ts";
import { importTree } from "./import_tree.ts";

/** What people write, what machines leave behind, and what YAML and Markdown might stumble over. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.string({ unit: "binary", minLength: 1 }),
  fc.array(
    fc.constantFrom(
      ..."a#:-*&!|>'\"%@`{}[],?=~\\ \t\r\n\u0085\u2028\uFEFF\u0000\u001b<".split(""),
      "---",
      "...",
      ": ",
      " #",
    ),
    { minLength: 1, maxLength: 8 },
  ).map((parts) => parts.join("")),
  fc.constantFrom(
    "null",
    "true",
    "~",
    "no",
    "1e3",
    "0x1F",
    "2026-07-04",
    "12:30",
    "- a",
    "a: b",
    "<<",
    "=",
    ".inf",
  ),
).filter((text) => clean(text) !== "");

Deno.test("any text of a dump comes back from the file it is written to, and again changes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 5, maxLength: 5 }),
      ([name, hobby, nickname, title, venue]) => {
        using tree = importTree();
        const members = [{ name, url: "somebody", hobby, nicknames: [nickname] }];
        const shows = [{
          id: 1,
          title,
          setlist: title,
          venue,
          date: "2026-07-04",
          members: [nickname, venue],
        }];
        const news = [{ id: 1, title, date: "2026-07-04", category: venue, content: hobby }];
        const dumps = { members, theater: shows, news } as const;
        for (const [kind, dump] of Object.entries(dumps)) tree.take(kind, dump);
        const [member] = readFolder(`${tree.root}/groupa`, "members", () => {});
        assert.deepEqual(member!.value, {
          name: clean(name!),
          nicknames: [clean(nickname!)],
          hobby: clean(hobby!),
        });
        const [show] = readFolder(`${tree.root}/groupa`, "shows", () => {});
        assert.equal(show!.value["setlist"], clean(title!));
        assert.equal(show!.value["venue"], clean(venue!));
        const errors = compile(tree.root).diagnostics.filter(({ severity }) =>
          severity === "error"
        );
        assert.deepEqual(errors, [], formatDiagnostics(errors));
        for (const [kind, dump] of Object.entries(dumps)) {
          assert.deepEqual(tree.take(kind, dump).written, [], kind);
        }
      },
    ),
    propertyRun(150),
  );
});

/** Control characters say nothing to a reader, and halves of characters cannot be written. */
function clean(text: string): string {
  // deno-lint-ignore no-control-regex
  const printable = text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  return printable.toWellFormed().trim();
}
