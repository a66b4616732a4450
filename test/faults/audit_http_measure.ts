/**
 * Measures what the record costs over real HTTP: the same load by a priority token and by a key whose
 * plan bounds nothing, in turns of 500 ms, and the store's writes per 1,000 uses. Not a test:
 * `deno task test:measure`.
 */
import { openChunk } from "../../src/audit/record/chunk.ts";
import { AUDIT_CHUNKS } from "../../src/platform/store_keys.ts";
import { listAll } from "../../src/platform/kv.ts";
import { startLoad, tookAtMost } from "./token_load.ts";
import { createTokenFixture, type TokenFixture } from "../support/token_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const SECONDS = sizeOf({ default: 2, full: 20 });
/** The first answers of a server are slow, whoever asks. */
const WARM_UP = 2_000;
const TURN_MS = 500;

async function measure(perSecond: number): Promise<void> {
  await using fixture = await createTokenFixture();
  await using server = await startServer(fixture.env);
  const lanes = [{ "x-priority-token": fixture.token.secret }, { "x-api-key": fixture.key }];
  await using load = startLoad(perSecond, lanes, TURN_MS);
  load.aim(server.base);
  await until(() => load.answers.length >= perSecond * SECONDS, 120_000);
  await load.stop();
  await server.stop();
  const warm = load.answers.slice(Math.min(WARM_UP, load.answers.length / 4));
  const token = warm.filter(({ lane }) => lane === 0);
  const key = warm.filter(({ lane }) => lane === 1);
  const took = (share: number) => {
    const [slow, quick] = [tookAtMost(token, share), tookAtMost(key, share)];
    return `${slow.toFixed(1)} ms against ${quick.toFixed(1)} ms`;
  };
  const { uses, commits, writes } = await count(fixture);
  const per1000 = (number: number) => (number / uses * 1_000).toFixed(0);
  console.log(
    `${perSecond} requests/s: median ${took(0.5)}, p99 ${took(0.99)}; ` +
      `${per1000(commits)} commits and ${per1000(writes)} entries written per 1,000 uses`,
  );
}

/** Each commit wrote its chunks and the head. */
async function count({ withKv }: TokenFixture) {
  const found = { uses: 0, chunks: 0, commits: new Set<string>() };
  await withKv(async (kv) => {
    for await (const { value } of listAll(kv, AUDIT_CHUNKS)) {
      const { id, count } = openChunk(value)!;
      found.uses += count;
      found.chunks++;
      found.commits.add(id);
    }
  });
  const commits = found.commits.size;
  return { uses: found.uses, commits, writes: found.chunks + commits };
}

for (const perSecond of [100, 1_000]) await measure(perSecond);
