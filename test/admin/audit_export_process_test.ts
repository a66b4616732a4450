import assert from "node:assert/strict";
import { AUDIT_COMMANDS } from "../../src/admin/commands/audit_commands.ts";
import type { UnrecordedDeps } from "../../src/admin/trail/trail.ts";
import { printPieces, runCommand } from "../../src/cli/run_command.ts";
import { systemTerminal } from "../../src/cli/terminal.ts";
import { createAppender } from "../../src/audit/record/appender.ts";
import { createChain } from "../../src/audit/record/chain.ts";
import { exportUses } from "../support/export_uses.ts";
import { newUse } from "../../src/audit/entries/use.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { sampleUse } from "../audit/sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { admin } from "../support/admin.ts";
import { desk } from "../support/desk.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFixture } from "../support/fixture.ts";
import { createTokenFixture, FIXTURE_PEPPER } from "../support/token_fixture.ts";
import { startServer } from "../support/server.ts";

/** Puts `batches` times `size` uses on record. */
async function record(kv: Kv, batches: number, size: number): Promise<void> {
  const chain = createChain(FIXTURE_PEPPER);
  const appender = createAppender({ kv, clock: systemClock, random: createPrng(1), chain });
  const texts = Array(size).fill(newUse(sampleUse()));
  for (let batch = 0; batch < batches; batch++) await appender.land(appender.batch(texts));
}

Deno.test("audit export prints nothing where no use is on record, not even an empty line", async () => {
  await using at = await createFixture();
  const { code, out } = await desk(at.env, "audit", "export", "--kind", "use");
  assert.deepEqual([code, out], [0, ""]);
});

Deno.test("exportUses() begins behind any use, within a part of the record and between two", async () => {
  const kv = createMemoryKv();
  await record(kv, 5, 4);
  for (let after = 0; after <= 21; after++) {
    const uses = await Array.fromAsync(exportUses(kv, after));
    const left = Array.from(
      { length: Math.max(0, 20 - after) },
      (_, fixture) => after + fixture + 1,
    );
    assert.deepEqual(uses.map(({ seq }) => seq), left);
  }
});

Deno.test("audit export reads on only as far as it was printed, in either form", async () => {
  const memory = createMemoryKv();
  await record(memory, 200, 1);
  let lists = 0;
  const kv: Kv = { ...memory, list: (...asked) => (lists++, memory.list(...asked)) };
  const store = { kv, pepper: new Uint8Array(32) };
  const desk = {
    store,
    clock: systemClock,
    random: systemRandom,
    files: {},
  } as unknown as UnrecordedDeps;
  const openDesk = () => Promise.resolve(desk);
  for (const [words, end] of [[[], "\n"], [["--json"], ""]] as const) {
    const { out } = await runCommand(AUDIT_COMMANDS, ["audit", "export", ...words], {
      ...{ openDesk, terminal: systemTerminal },
      ask: () => Promise.reject(new Error("no server")),
      closedStore: () => {
        throw new Error("no closed store");
      },
    });
    lists = 0;
    const pieces: string[] = [];
    for await (const piece of out) {
      if (pieces.push(piece) === 1) assert.ok(lists <= 2, `${lists} lists for the first use`);
    }
    assert.ok(lists > 6, `${lists} lists`);
    assert.equal(JSON.parse(pieces[0]!.replace("[", "")).seq, 1);
    assert.ok(pieces[0]!.endsWith(`}${end}`));
    const text = pieces.join("");
    const uses = words.length > 0 ? JSON.parse(text) : text.trimEnd().split("\n");
    assert.equal(uses.length, 201, "and that they were looked at");
  }
});

Deno.test("printPieces() makes no piece before the ones in front are written, and ends with its reader", async () => {
  let made = 0;
  const pieces = function* () {
    while (made < 1_000) {
      made++;
      yield "x".repeat(10_000);
    }
  };
  let written = 0;
  const pipe = new WritableStream<Uint8Array>({
    write(bytes) {
      assert.ok(made <= written + 7, `${made} made, ${written} written`);
      written += bytes.length / 10_000;
      if (written > 50) throw new Deno.errors.BrokenPipe("gone");
    },
  });
  await printPieces(pieces(), pipe);
  assert.ok(made < 70, `${made} made for a reader that left after 50`);
});

Deno.test("a server exports a long record in parts only; at the machine it comes whole", async () => {
  await using fixture = await createTokenFixture();
  await fixture.withKv((kv) => record(kv, 9, 2_500));
  const [username, password] = ["root", "an administrator's own password"];
  const login = { ADMIN_USERNAME: username, ADMIN_PASSWORD: password };
  const env = { ...fixture.env, ...login, ADMIN_API: "on" };
  await using server = await startServer(env);
  const from = (...words: string[]) =>
    admin(env, "audit", "export", ...words, "--server", server.base);
  const seqs = (out: string) => out.trim().split("\n").map((line) => JSON.parse(line).seq);

  const whole = await from();
  assert.equal(whole.code, 1);
  assert.match(
    whole.err,
    /more than 20000 entries at once from a server: ask for parts, by --limit/,
  );
  assert.match((await from("--limit", "20001")).err, /--limit "20001"/);
  const parts = [
    await from("--limit", "20000"),
    await from("--after", "20000", "--kind", "use"),
    await from("--after", "22500", "--json", "--kind", "use"),
  ];
  assert.equal(seqs(parts[0]!.out).length, 20_000);
  assert.deepEqual([seqs(parts[1]!.out)[0], seqs(parts[1]!.out).at(-1)], [20_001, 22_500]);
  assert.deepEqual(JSON.parse(parts[2]!.out), []);
  assert.equal(seqs((await desk(env, "audit", "export", "--kind", "use")).out).length, 22_500);
});
