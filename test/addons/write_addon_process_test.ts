import assert from "node:assert/strict";
import { copyProgram } from "./program_copy.ts";
import { permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

const PAGE = new URL("../../build/addons/site/docs/pages/adding.md", import.meta.url);
const NAME = "greetings";

/** The files of the page: each has its path above it. */
const FILES = [
  ...Deno.readTextFileSync(PAGE).matchAll(
    /^`(\S+)`\n\n```(?:ts|markdown)( no-run)?\n(.*?)^```$/gms,
  ),
]
  .map(([, path, part, text]) => ({ path: path!, isPart: part !== undefined, text: text! }));

Deno.test("the add-on that the documents write is built, served and tested as it is printed", async (t) => {
  await using folder = await temporaryFolder();
  const tree = folder.path;
  await using program = await copyProgram(tree, "test");
  assert.equal(FILES.length, 11);
  for (const { path, isPart, text } of FILES) {
    if (isPart) await addLine(`${tree}/${path}`, text);
    else await writeFile(`${tree}/${path}`, text);
  }
  const written = FILES.map(({ path }) => path);
  await program.run("fmt", "--check", ...written);
  await program.run("lint", ...written);
  await program.run("check", "src/main.ts", "src/admin/cli/main.ts", "build/main.ts");

  const test = ["test", "--config=test/deno.json", "--allow-all", "--no-check", "--quiet"];
  const ownTest = written.find((path) => path.endsWith("_test.ts"))!;
  for (
    const path of [ownTest, "test/addons/registry_test.ts", "test/structure/structure_test.ts"]
  ) {
    await t.step(path, async () => {
      assert.match(await program.run(...test, path), / passed/);
    });
  }

  await t.step("its command, endpoint and documents are there", async () => {
    const help = await program.run(
      "run",
      ...permissionsOf("admin"),
      "src/admin/cli/main.ts",
      "--help",
    );
    assert.match(help, /greeting set/);
    await using server = await program.serve({ GREETING_DAYS: "30" });
    await until(() => server.demoKey !== undefined);
    const headers = { "x-api-key": server.demoKey! };
    const answer = await fetch(`${server.base}v1/greetings`, { headers });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /^(\d{4}-\d\d-\d\d Happy birthday, .+!\n)*$/);
    const { paths } = await (await fetch(`${server.base}openapi.json`)).json();
    assert.ok(paths["/v1/greetings"]);
    const page = await fetch(`${server.base}docs/greetings`);
    assert.match(await page.text(), /whom to congratulate/);
    const reference = await fetch(`${server.base}docs/reference`);
    assert.match(await reference.text(), /\/v1\/greetings/);
    const settings = await fetch(`${server.base}docs/settings.md`);
    assert.match(await settings.text(), /^\| `GREETING_DAYS` \| `7` \| how many days /m);
  });

  await t.step("a wrong value of its setting stops the start", async () => {
    await assert.rejects(program.serve({ GREETING_DAYS: "31" }), /Cannot use GREETING_DAYS/);
  });

  await t.step("what it cannot open ends the process", async () => {
    const text = 'export function openGreetings(): never {\n  throw new Error("no words");\n}\n';
    await writeFile(`${tree}/src/addons/greetings/open.ts`, text);
    await using server = await program.serve();
    assert.equal((await server.process.status).code, 1);
    assert.match(server.printed.err, /^Cannot open the add-on "greetings": no words$/m);
  });
});

/** Adds the line of the page to the list of add-ons. */
async function addLine(path: string, part: string): Promise<void> {
  const [load] = /^import .*$/m.exec(part)!;
  const text = await Deno.readTextFile(path);
  const listed = `${load}\n${text}`.replace(/^\];$/m, `  ${NAME},\n];`);
  assert.ok(part.includes(`  ${NAME},\n];`) && listed.includes(`  ${NAME},\n];`));
  await Deno.writeTextFile(path, listed);
}

async function writeFile(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}
