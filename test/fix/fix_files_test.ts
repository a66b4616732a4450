import assert from "node:assert/strict";
import { diagnose } from "../../build/diagnose.ts";
import { errorAt, type Fix } from "../../build/diagnostic/diagnostic.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A problem of a file whose fix this is. */
function problem(file: string, fix: Fix) {
  return errorAt({ file, line: 1, column: 1 }, "x", fix);
}

async function memberFile(text: string) {
  const folder = await temporaryFolder();
  const path = `${folder.path}/citra.yaml`;
  Deno.writeTextFileSync(path, text);
  return {
    path,
    text: () => Deno.readTextFileSync(path),
    names: () => [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("edits that overlap are made one after the other, as they are found again", async () => {
  await using file = await memberFile("name: aaaa\n");
  const asked: string[] = [];
  const { changes } = fixContent(() => {
    const text = file.text();
    asked.push(text);
    const found = (part: string, replacement: string) => {
      const start = text.indexOf(part);
      return start < 0
        ? []
        : [problem(file.path, { span: { start, end: start + part.length }, replacement })];
    };
    return [...found("aaaa", "baac"), ...found("aac", "dde"), ...found("aa", "bb")];
  });
  assert.deepEqual(asked, ["name: aaaa\n", "name: baac\n", "name: bdde\n"]);
  assert.equal(changes.length, 2);
  assert.equal(file.text(), "name: bdde\n");
});

Deno.test("two mends that take turns end, and so does one that never ends", async () => {
  await using file = await memberFile("name: a\n");
  const turn = () => {
    const replacement = file.text().includes("a\n") ? "b" : "a";
    return [problem(file.path, { span: { start: 6, end: 7 }, replacement })];
  };
  assert.equal(fixContent(turn).changes.length, 1);
  const grow = () => [problem(file.path, { span: { start: 6, end: 6 }, replacement: "x" })];
  assert.ok(fixContent(grow).changes.length < 100);
});

Deno.test("an edit that would make a file unreadable is left out, and the others are made", async () => {
  await using file = await memberFile("name: Citra\nhobby: x\nteam: y\n");
  const edit = (start: number, end: number, replacement: string) =>
    problem(file.path, { span: { start, end }, replacement });
  const text = file.text();
  const [hobby, team] = [text.indexOf("x\n"), text.indexOf("y\n")];
  const { changes } = fixContent(() =>
    file.text() === text
      ? [edit(6, 11, "[Citra"), edit(hobby, hobby + 1, "Menari"), edit(team, team + 1, "J")]
      : []
  );
  assert.equal(changes.length, 2);
  assert.equal(file.text(), "name: Citra\nhobby: Menari\nteam: J\n");
});

Deno.test("quotes stay around text, and go where a number or a truth is meant", async () => {
  const cases: [before: string, replacement: string, after: string][] = [
    ["'Citra'", "Bela", "'Bela'"],
    ['"Citra"', "Bela Sari", '"Bela Sari"'],
    ["'19.00'", '"19:00"', "'19:00'"],
    ['"4 Juli 2026"', "2026-07-04", '"2026-07-04"'],
    ['"ya"', "true", "true"],
    ['"15"', "15", "15"],
    ['"Citra, Bela"', "[Citra, Bela]", "[Citra, Bela]"],
    ["Citra", "Bela", "Bela"],
    [String.raw`"a\"b"`, "Bela", "Bela"],
  ];
  for (const [before, replacement, after] of cases) {
    await using file = await memberFile(`name: ${before} # tetap\n`);
    const span = { start: 6, end: 6 + before.length };
    let isFirst = true;
    fixContent(() => {
      const found = isFirst ? [problem(file.path, { span, replacement })] : [];
      isFirst = false;
      return found;
    });
    assert.equal(file.text(), `name: ${after} # tetap\n`);
  }
});

Deno.test("a file keeps its permissions", async () => {
  await using file = await memberFile("nmae: Citra\n");
  Deno.chmodSync(file.path, 0o750);
  const edit = { span: { start: 0, end: 4 }, replacement: "name" };
  fixContent(() => file.text().startsWith("nmae") ? [problem(file.path, edit)] : []);
  assert.equal(file.text(), "name: Citra\n");
  assert.equal(Deno.statSync(file.path).mode! & 0o777, 0o750);
});

Deno.test("a file is moved to a free place only", async () => {
  await using file = await memberFile("name: Citra\n");
  const folder = file.path.slice(0, file.path.lastIndexOf("/"));
  const move = (to: string) => [problem(file.path, { from: file.path, to: `${folder}/${to}` })];
  Deno.writeTextFileSync(`${folder}/taken.yaml`, "name: Bela\n");
  assert.deepEqual(fixContent(() => move("taken.yaml")).changes, []);
  assert.equal(fixContent(() => move("free.yaml")).changes.length, 1);
  assert.deepEqual(file.names(), ["free.yaml", "taken.yaml"]);
  assert.equal(Deno.readTextFileSync(`${folder}/taken.yaml`), "name: Bela\n");
});

Deno.test("the files of folders of years are moved up, and the folders go where nothing is left", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const shows = `${root}/groupa/shows`;
  const show = (year: number) => `# Catatan\ntitle: Peluit\ndate: ${year}-08-01\n`;
  writeTree(root, {
    "groupa/shows/2024/08/2024-08-01-peluit.yaml": show(2024),
    "groupa/shows/2025/2025-08-01-peluit.yaml": show(2025),
    "groupa/shows/2025/.gitkeep": "",
    "groupa/shows/2026/2026-07-04-jendela-pagi.yaml": show(2026),
  });
  const before = Deno.readTextFileSync(`${shows}/2026-07-04-jendela-pagi.yaml`);
  const { changes, diagnostics } = fixContent(() => diagnose(root));
  assert.deepEqual(changes, [
    { from: `${shows}/2024/08/2024-08-01-peluit.yaml`, to: `${shows}/2024-08-01-peluit.yaml` },
    { from: `${shows}/2025/2025-08-01-peluit.yaml`, to: `${shows}/2025-08-01-peluit.yaml` },
  ]);
  assert.deepEqual(diagnostics.map(({ severity, place }) => [severity, place.file]), [
    ["warning", `${shows}/2025`],
    ["error", `${shows}/2026`],
  ]);
  assert.deepEqual([...Deno.readDirSync(shows)].map(({ name }) => name).sort(), [
    "2024-08-01-peluit.yaml",
    "2025",
    "2025-08-01-peluit.yaml",
    "2026",
    "2026-07-04-jendela-pagi.yaml",
  ]);
  assert.equal(Deno.readTextFileSync(`${shows}/2024-08-01-peluit.yaml`), show(2024));
  assert.equal(Deno.readTextFileSync(`${shows}/2026-07-04-jendela-pagi.yaml`), before);
});

Deno.test("a folder of more than three files stays: its files are left to people", async () => {
  for (const [count, moved] of [[3, 3], [4, 0]] as const) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const shows = Array.from({ length: count }, (_, at) => [
      `groupa/shows/2025/2025-08-0${at + 1}-peluit.yaml`,
      `title: Peluit\ndate: 2025-08-0${at + 1}\n`,
    ]);
    writeTree(root, Object.fromEntries(shows));
    assert.equal(fixContent(() => diagnose(root)).changes.length, moved);
  }
});
