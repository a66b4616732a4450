import assert from "node:assert/strict";
import { devSettings, runTask, spawnDev } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { writeTree } from "./content_tree.ts";

const MEMBER = "groupa/members/aya-putri.yaml";

Deno.test("dev tells mistakes where nothing was built yet, serves as soon as they are mended, and shows each save", async () => {
  await using folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" });
  const dev = spawnDev(env);
  const printed = { out: "", err: "" };
  const reading = [
    collect(dev.stdout, (text) => printed.out += text),
    collect(dev.stderr, (text) => printed.err += text),
  ];
  try {
    await until(() =>
      /^Watching /m.test(printed.err) && /^Nothing is served yet/m.test(printed.err)
    );
    assert.match(printed.err, /aya-putri\.yaml:1:1: error: .*Did you mean "name"\?/);
    assert.equal(printed.out, "");

    writeTree(env.CONTENT_DIR);
    await until(() => /^Listening on http/m.test(printed.out));
    const [, base] = /^Listening on (\S+)$/m.exec(printed.out)!;
    const page = async () => await (await fetch(base!)).text();
    await until(async () => /aya-putri\.yaml/.test(await page()));
    assert.doesNotMatch(await page(), /simpanan terakhir/);
    writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" });
    await until(async () => /Ada 1 kesalahan di simpanan terakhir/.test(await page()));
    assert.match(await page(), /Aya Putri[^]*aya-putri\.yaml/);
    writeTree(env.CONTENT_DIR, { [MEMBER]: "name: Aya Baru\nnicknames: [Aya]\n" });
    await until(async () => /Aya Baru/.test(await page()));
    assert.match(await (await fetch(`${base}?front`)).text(), / is a data service/);
  } finally {
    dev.kill("SIGTERM");
    await Promise.all([...reading, dev.status]);
  }
  assert.equal((await dev.status).code, 0);
});

Deno.test("dev says which folder is not there", async () => {
  for (const content of ["/nowhere/content", "README.md"]) {
    const { code, stderr } = await runTask("dev", { CONTENT_DIR: content });
    assert.equal(
      stderr,
      `Cannot find the content folder: CONTENT_DIR has to name one, found "${content}"\n`,
    );
    assert.equal(code, 1);
  }
});

Deno.test("dev serves nothing where it is asked for help, or for what it does not know", async () => {
  for (const words of [["--help"], ["--", "-h"]]) {
    const { code, stdout, stderr } = await runTask("dev", {}, words);
    assert.match(stdout, /^Serves the content folder/);
    assert.match(stdout, /It is for this machine alone.*answers to localhost, 127/s);
    assert.deepEqual([code, stderr], [0, ""]);
  }
  const { code, stdout, stderr } = await runTask("dev", {}, ["--", "--demo"]);
  assert.match(stderr, /^Expected no word but --demo-live, found "--demo"\n\n {2}deno task dev /);
  assert.deepEqual([code, stdout], [2, ""]);
});

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
