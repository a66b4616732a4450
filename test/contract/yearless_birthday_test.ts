import assert from "node:assert/strict";
import { compileTree } from "../build/compiled_tree.ts";
import { writeTree } from "../build/content_tree.ts";
import { importDump } from "../../build/import/import_dump.ts";
import { writeTexts } from "../../build/files/write_texts.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Three members: without a year, with one, and without a year on the leap day. */
const MEMBERS = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nbirth_date: --03-03\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nbirth_date: 2004-03-05\n",
  "groupa/members/cinta.yaml": 'name: Cinta\nbirth_date: "--02-29"\n',
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
  "groupb/members/dini.yaml": "name: Dini\nbirth_date: --03-03\n",
};

const NOW = "2026-03-02T10:00:00Z";

async function program() {
  const folder = await temporaryFolder();
  writeTree(folder.path, MEMBERS);
  const app = await createProgram({ content: folder.path, now: NOW });
  const dispose = async () => {
    await app[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { app, [Symbol.asyncDispose]: dispose };
}

Deno.test("a birthday without a year has no date and no ages; birthday comes last", async () => {
  await using place = await program();
  const [aya, bela, cinta] = await place.app.json("/api/groupa/birthday");
  assert.equal(
    JSON.stringify(aya),
    JSON.stringify({
      name: "Aya Putri",
      date: "",
      generation: "",
      is_today: false,
      days_until: 1,
      id: "aya-putri",
      url_key: "aya-putri",
      status: "active",
      next_birthday: "2026-03-03",
      birthday: "03-03",
    }),
  );
  assert.deepEqual([bela.date, bela.current_age, bela.birthday], ["2004-03-05", 21, "03-05"]);
  assert.equal(Object.keys(bela).at(-1), "birthday");
  assert.deepEqual([cinta.date, cinta.birthday, cinta.next_birthday], [
    "",
    "02-29",
    "2027-02-28",
  ]);
});

Deno.test("the wrapped family says the same, with day before birthday", async () => {
  await using place = await program();
  const { data } = await place.app.json("/api/groupb/birthdays/3");
  assert.deepEqual(Object.keys(data[0]).slice(-3), ["next_birthday", "day", "birthday"]);
  assert.deepEqual([data[0].date, data[0].day, data[0].birthday], ["", 3, "03-03"]);
});

Deno.test("/v1 says the same in lists and in detail", async () => {
  await using place = await program();
  const { data } = await place.app.json("/v1/birthdays?month=3&group=groupa");
  assert.deepEqual(Object.keys(data[0]), [
    ...["member_id", "name", "group", "status", "birth_date", "days_until", "next_birthday"],
    ...["is_today", "birthday"],
  ]);
  assert.deepEqual([data[0].birth_date, data[0].birthday], ["", "03-03"]);
  assert.deepEqual([data[1].birth_date, data[1].current_age], ["2004-03-05", 21]);
  const detail = await place.app.json("/v1/birthdays/aya-putri");
  assert.deepEqual(Object.keys(detail).slice(-4), ["is_today", "birthday", "timezone", "date"]);
});

Deno.test("a member's detail has no birthdate without a year, but her sign", async () => {
  await using place = await program();
  const detail = await place.app.json("/api/groupa/member-detail?url=aya-putri");
  assert.deepEqual(["birthdate" in detail, detail.zodiac], [false, "Pisces"]);
});

Deno.test("only days of the calendar stand without a year", () => {
  for (const text of ["--02-30", "--13-01", "--3-3", "03-03", "-03-03", "--03-03T00:00:00Z"]) {
    const files = { "groupa/members/a.yaml": `name: A\nbirth_date: "${text}"\n` };
    assert.throws(() => compileTree(files), /--02-29 if the year is unknown/, text);
  }
});

Deno.test("these answers, imported, change nothing, and a whole date takes a yearless one's place", async () => {
  await using place = await program();
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
  assert.deepEqual(take("groupa", await place.app.json("/api/groupa/birthday")), [0, 0]);
  assert.deepEqual(take("groupb", await place.app.json("/api/groupb/birthdays/3")), [0, 0]);
  assert.deepEqual(take("groupa", await place.app.json("/v1/birthdays?month=3&group=groupa")), [
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
