import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { createProgram } from "../support/program.ts";
import { everyPath } from "../support/endpoints.ts";
import { assertDeclared } from "../support/shapes.ts";
import { temporaryFolder } from "../support/temporary.ts";

const DAYS = ["0001-01-01", "0004-02-29", "9996-02-29", "9999-12-31"];

/** A group with entries of every kind on the first and the last days that can be written. */
function filesOf(group: string, family: string, zone: string): Record<string, string> {
  const files: Record<string, string> = {
    "group.yaml": `name: ${group}\nfamily: ${family}\ntimezone: ${zone}\n`,
  };
  for (const day of DAYS) {
    const slug = `${group}-${day}`;
    files[`members/${slug}.yaml`] =
      `name: ${slug}\nbirth_date: ${day}\njoined: ${day}\ngraduated: ${day}\n`;
    files[`shows/${day}.yaml`] = `title: A\ndate: ${day}\nmembers: [${slug}]\n`;
    files[`shows/${day}-b.yaml`] = `title: B\ndate: ${day}\ntime: "23:59:59"\nmembers: [${slug}]\n`;
    files[`events/${day}.yaml`] = `title: A\ndate: ${day}\n`;
    files[`news/${day}.md`] = `---\ntitle: A\ndate: ${day}\n---\n\nHalo.\n`;
    files[`releases/${day}.yaml`] = `title: A\ntype: single\nrelease_date: ${day}\n`;
    files[`videocalls/${day}.yaml`] =
      `date: ${day}\nsessions:\n  - { session: A, start_time: "23:00", end_time: "01:00" }\n`;
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${group}/${name}`, text]),
  );
}

Deno.test.each(["Pacific/Kiritimati", "Asia/Jakarta", "Etc/GMT+12"])(
  "every endpoint answers on the first and the last days that can be written, in %s",
  async (zone) => {
    await using folder = await temporaryFolder();
    writeTree(folder.path, {
      ...filesOf("bare", "bare", zone),
      ...filesOf("wrapped", "wrapped", zone),
    });
    await using app = await createProgram({ content: folder.path, now: "2026-07-04T10:00:00Z" });
    for (
      const now of ["2026-07-04T10:00:00Z", "2026-12-31T23:59:59.999Z", "2028-02-29T00:00:00Z"]
    ) {
      app.at(now);
      for (const path of await everyPath(app)) {
        const body = await app.json(path);
        assertDeclared(app.catalog, path, body);
        assert.doesNotMatch(JSON.stringify(body), /NaN|"[+-]0|null/, path);
      }
    }
  },
);
