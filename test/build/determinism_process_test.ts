import assert from "node:assert/strict";
import { writeContent } from "./content_generator.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder, temporaryFolderSync } from "../support/temporary.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";

const SIZE = { groups: 2, members: 40, shows: 80, news: 40, events: 10, videocalls: 5 };

async function build(env: Record<string, string>): Promise<Uint8Array> {
  const args = ["run", ...permissionsOf("build"), "build/main.ts", "build"];
  const { code, stderr } = await command(args, env).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return Deno.readFileSync(`${env["OUT_DIR"]}/oshibase.pack`);
}

/** Copies a folder, the last name first, so that the disk holds its entries in another order. */
function copyBackwards(from: string, to: string): void {
  Deno.mkdirSync(to);
  const entries = [...Deno.readDirSync(from)].sort((one, other) => one.name < other.name ? 1 : -1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) copyBackwards(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

Deno.test("equal content gives equal bytes, whatever the zone, the language and the order of files, and all of it is in them", async () => {
  await using folder = await temporaryFolder();
  const path = (name: string) => `${folder.path}/${name}`;
  writeContent(path("one"), SIZE);
  copyBackwards(path("one"), path("other"));
  const packs = await Promise.all([
    build({
      CONTENT_DIR: path("one"),
      OUT_DIR: path("a"),
      TZ: "Pacific/Kiritimati",
      LANG: "tr_TR.UTF-8",
    }),
    build({
      CONTENT_DIR: path("other"),
      OUT_DIR: path("b"),
      TZ: "America/Los_Angeles",
      LANG: "ja_JP.UTF-8",
      LC_ALL: "sv_SE.UTF-8",
    }),
    build({ CONTENT_DIR: "content", OUT_DIR: path("c"), TZ: "Asia/Jakarta", LANG: "C" }),
    build({
      CONTENT_DIR: "content",
      OUT_DIR: path("d"),
      TZ: "America/St_Johns",
      LANG: "th_TH.UTF-8",
    }),
  ]);
  assert.deepEqual(packs[0], packs[1]);
  assert.deepEqual(packs[2], packs[3]);
  assert.notDeepEqual(packs[0], packs[2]);
  const pack = assertWhole(packs[0]!);
  assertReadable(pack);
  assert.deepEqual(pack.index.groups.map(({ family }) => family), ["bare", "wrapped"]);
  for (const { counts } of pack.index.groups) {
    const { members, shows, news, events, videocalls } = counts;
    const { groups: _, ...size } = SIZE;
    assert.deepEqual({ members, shows, news, events, videocalls }, size);
  }
});

Deno.test("the generator gives equal folders for equal seeds, and another one for another", () => {
  using folder = temporaryFolderSync();
  const [one, again, other] = [[1, "a"], [1, "b"], [2, "c"]].map(([seed, name]) => {
    const root = `${folder.path}/${name}`;
    writeContent(root, SIZE, seed as number);
    return textsOf(root);
  });
  assert.ok(one!.size > 100);
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
});

/** The files of a folder by path. */
function textsOf(folder: string, prefix = ""): Map<string, string> {
  return new Map(
    [...Deno.readDirSync(`${folder}/${prefix}`)].flatMap(({ name, isDirectory }) => {
      const path = `${prefix}${name}`;
      return isDirectory
        ? [...textsOf(folder, `${path}/`)]
        : [[path, Deno.readTextFileSync(`${folder}/${path}`)] as const];
    }),
  );
}
