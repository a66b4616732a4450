import assert from "node:assert/strict";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { importDump } from "../../../build/addons/import/import_dump.ts";
import { writeTree } from "../../build/content_tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { world } from "../../support/world.ts";

/** Three members: without a year, with one, and without a year on the leap day. */
const MEMBERS = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nbirth_date: --03-03\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nbirth_date: 2004-03-05\n",
  "groupa/members/cinta.yaml": 'name: Cinta\nbirth_date: "--02-29"\n',
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
  "groupb/members/dini.yaml": "name: Dini\nbirth_date: --03-03\n",
};

Deno.test("birthdays as they are answered, imported, change nothing, and a whole date takes a yearless one's place", async () => {
  await using app = await world({ content: MEMBERS, now: "2026-03-02T10:00:00Z" });
  await using folder = await temporaryFolder();
  const root = folder.path;
  writeTree(root, MEMBERS);
  const take = (group: string, dump: unknown) => {
    const text = JSON.stringify(dump);
    const { outcome, fates } = importDump({ root, group, kind: "birthday", text });
    writeTexts(outcome.texts);
    const changed = [...outcome.texts.keys()].filter((path) => path.includes("/members/"));
    return [changed.length, fates.filter(({ fate }) => fate === "lost").length];
  };
  assert.deepEqual(take("groupa", await app.json("/api/groupa/birthday")), [0, 0]);
  assert.deepEqual(take("groupb", await app.json("/api/groupb/birthdays/3")), [0, 0]);
  assert.deepEqual(take("groupa", await app.json("/v1/birthdays?month=3&group=groupa")), [
    0,
    0,
  ]);
  assert.deepEqual(take("groupa", [{ name: "Bela Sari", birthday: "03-05" }]), [0, 0]);
  assert.deepEqual(take("groupa", [{ name: "Aya Putri", birth_date: "2005-03-03" }]), [1, 0]);
  assert.match(
    Deno.readTextFileSync(`${root}/groupa/members/aya-putri.yaml`),
    /^birth_date: 2005-03-03$/m,
  );
});
