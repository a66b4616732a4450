import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { DATASET_FIELDS } from "../../../src/addons/dataset/dataset_lines.ts";
import { ITEM_KINDS } from "../../../src/model/enums.ts";
import { startServer } from "../../support/server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { until } from "../../support/until.ts";

type Counts = Record<string, Record<string, number>>;

Deno.test({
  name:
    "an export has the bytes that the server sends, the pictures, and a database of the same items",
  async fn(t) {
    await using folder = await temporaryFolder();
    const env = {
      CONTENT_DIR: "content",
      OUT_DIR: `${folder.path}/out`,
      KV_PATH: `${folder.path}/store.kv`,
      KEY_PEPPER: "a pepper for tests alone",
      LIVE: "off",
      BASE_URL: "https://mirror.example",
    };
    const target = `${folder.path}/data`;
    const write = () =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-all", "build/main.ts", "export", target],
        env,
        stdin: "null",
      }).output();
    const { code, stdout, stderr } = await write();
    const decoder = new TextDecoder();
    assert.equal(code, 0, decoder.decode(stderr));
    const [, items, groups, pictures] = /Wrote (\d+) items of (\d+) groups and (\d+) pictures/
      .exec(decoder.decode(stdout))!.map(Number);
    assert.ok(items! > 500 && groups === 2 && pictures! > 100);
    const again = await write();
    assert.equal(again.code, 1);
    assert.match(decoder.decode(again.stderr), /it holds files/);

    const counts: Counts = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, {}]));
    await t.step("the files are those of the server", async () => {
      await using server = await startServer(env);
      await until(() => server.demoKey !== undefined);
      const headers = { "x-api-key": server.demoKey! };
      const listed = await (await fetch(`${server.base}v1/dataset`, { headers })).json();
      assert.deepEqual(JSON.parse(await Deno.readTextFile(`${target}/dataset.json`)), listed);
      for (const { group, files } of listed.groups) {
        for (const { path, sha256 } of files) {
          const [, name, kind] = /([^/]+?)(?:\?kind=(\w+))?$/.exec(path)!;
          const local = name!.replace(".", kind === undefined ? "." : `-${kind}.`);
          const bytes = await Deno.readFile(`${target}/${local}`);
          assert.equal(hash("sha256", bytes, "hex"), sha256, path);
          const sent = await fetch(`${server.base}${path.slice(1)}`, { headers });
          assert.deepEqual(await sent.bytes(), bytes, path);
          if (kind !== undefined) continue;
          for (const line of new TextDecoder().decode(bytes).trimEnd().split("\n")) {
            const { kind } = JSON.parse(line);
            if (kind !== "licence") counts[kind]![group] = (counts[kind]![group] ?? 0) + 1;
          }
        }
      }
    });

    await t.step("each picture is where the items name it", async () => {
      const text = await Deno.readTextFile(`${target}/groupa.ndjson`);
      const named = new Set(text.match(/https:\/\/mirror\.example\/media\/[^"\\\s]+/g));
      assert.ok(named.size > 50);
      for (const address of named) {
        const { size } = await Deno.stat(`${target}${new URL(address).pathname}`);
        assert.ok(size > 0, address);
      }
    });

    await t.step("the database has the items, and says what each column means", () => {
      const database = new DatabaseSync(`${target}/oshibase.sqlite`, { readOnly: true });
      for (const kind of ITEM_KINDS) {
        const rows = database.prepare(`SELECT "group", count(*) AS n FROM "${kind}" GROUP BY 1`)
          .all() as { group: string; n: number }[];
        assert.deepEqual(Object.fromEntries(rows.map(({ group, n }) => [group, n])), counts[kind]);
        const { sql } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?")
          .get(kind) as { sql: string };
        for (const field of DATASET_FIELDS[kind]) {
          assert.match(sql, new RegExp(`^  "${field}"(?: [A-Z]+)?,? -- \\S.*\\.$`, "m"), kind);
        }
      }
      const lineup = database.prepare(
        `SELECT count(*) AS n FROM show, json_each(show.lineup) AS one
          WHERE one.value ->> 'id' = 'nagi-arunika' OR one.value ->> 'id' IS NOT NULL`,
      ).get() as { n: number };
      assert.ok(lineup.n > 1000);
      const { value } = database.prepare("SELECT value FROM dataset WHERE name = 'licence'")
        .get() as { value: string };
      assert.equal(value, "CC0-1.0");
      database.close();
    });
  },
});
