import assert from "node:assert/strict";
import { watch } from "../../build/dev/watch.ts";
import { ifThere } from "../../build/read/there.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { writeTree } from "./content_tree.ts";

const MEMBER = "groupa/members/aya-putri.yaml";
const GONE = /^Cannot find .*: what was built stays/;
const ANOTHER = /^Watching .*another folder/;

/** A build that a watch started: when, and how many members there were. */
interface Started {
  readonly at: number;
  readonly members: number;
}

/** Tests a watch of a valid folder; it never ends. */
function watching(name: string, test: (folder: string, root: string) => Promise<void>): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using folder = await temporaryFolder();
      await test(folder.path, `${folder.path}/content`);
    },
  });
}

/** A watch that has built once. */
async function startWatch(root: string) {
  const said: string[] = [];
  const started: Started[] = [];
  await watch(root, () => {
    started.push({
      at: performance.now(),
      members: [...ifThere(() => Deno.readDirSync(`${root}/groupa/members`)) ?? []].length,
    });
  }, (line) => said.push(line));
  const members = started[0]!.members;
  started.length = 0;
  return {
    started,
    members,
    async says(act: () => void, line: RegExp) {
      const before = said.length;
      act();
      await until(() => said.slice(before).some((one) => line.test(one)));
    },
    async builds(act: () => unknown) {
      const before = started.length;
      await act();
      await until(() => started.length > before);
    },
  };
}

watching(
  "watch hears of changes in a folder that was removed and made again",
  async (_, root) => {
    writeTree(root);
    const watched = await startWatch(root);
    for (const round of ["Satu", "Dua"]) {
      await watched.says(() => Deno.removeSync(root, { recursive: true }), GONE);
      const write = (name: string) => writeTree(root, { [MEMBER]: `name: ${name}\n` });
      await watched.builds(() => watched.says(() => write(`Aya ${round}`), ANOTHER));
      await watched.builds(() => write(`Aya ${round} Lagi`));
    }
  },
);

watching("watch hears of changes in the folder that a link was moved to", async (folder, root) => {
  const lead = (to: string) => {
    Deno.symlinkSync(`${folder}/${to}`, `${folder}/link`);
    Deno.renameSync(`${folder}/link`, root);
  };
  writeTree(`${folder}/one`);
  writeTree(`${folder}/two`, { [MEMBER]: "name: Aya Dua\n" });
  lead("one");
  const watched = await startWatch(root);
  await watched.builds(() => watched.says(() => lead("two"), ANOTHER));
  await watched.builds(() => writeTree(`${folder}/two`, { [MEMBER]: "name: Aya Tiga\n" }));
});

watching("what is saved while a watch builds for the first time is built, too", async (_, root) => {
  writeTree(root);
  const read: string[] = [];
  await watch(root, () => {
    read.push(Deno.readTextFileSync(`${root}/${MEMBER}`));
    if (read.length === 1) writeTree(root, { [MEMBER]: "name: Aya Baru\n" });
  });
  await until(() => read.at(-1) === "name: Aya Baru\n");
});

watching(
  "a watch builds after a change, a move and a removal, and not for names that editors complete",
  async (_, root) => {
    writeTree(root);
    const schema = `${root}/schema/names`;
    Deno.mkdirSync(schema, { recursive: true });
    const watched = await startWatch(root);
    const members = `${root}/groupa/members`;
    const changes = [
      () => Deno.writeTextFileSync(`${members}/aya-putri.yaml`, "name: Aya Baru\n"),
      () => Deno.renameSync(`${members}/aya-putri.yaml`, `${members}/aya.yaml`),
      () => Deno.removeSync(`${members}/aya.yaml`),
    ];
    for (const change of changes) await watched.builds(change);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = watched.started.length;
    Deno.writeTextFileSync(`${schema}/groupa.json`, "{}");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(watched.started.length, before);
  },
);

watching(
  "what writes many files at once is built when nothing has changed for 200 ms",
  async (_, root) => {
    writeTree(root);
    const { started, members } = await startWatch(root);
    for (let n = 0; n < 12; n++) {
      Deno.writeTextFileSync(
        `${root}/groupa/members/m-${n}.yaml`,
        "name: N\n",
      );
    }
    const last = performance.now();
    await until(() => started.length > 0);
    assert.equal(started[0]!.members, members + 12);
    assert.ok(started[0]!.at - last >= 200, `${started[0]!.at - last} ms`);
  },
);
