/**
 * Measures public pages beside the interface, in one process: the processor time of a member's page that
 * is kept against the API's answer for her, what a page costs that has to be made, and by how much memory
 * grows over many pages that are asked for at random.
 *
 *     deno run -A --v8-flags=--expose-gc test/bench/group_pages.ts [requests]
 */

import { writeContent } from "../support/content_generator.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

const REQUESTS = Number(Deno.args[0] ?? 100_000);
const ROUNDS = 7;
const A_ROUND = 4000;
const MIB = 1024 * 1024;

using folder = temporaryFolderSync();
writeContent(folder.path);
const file = `${folder.path}/group1/group.yaml`;
Deno.writeTextFileSync(file, `${Deno.readTextFileSync(file)}public: site\n`);
const clock = createManualClock(Date.parse("2026-07-01T05:00:00Z"));
await using app = await createProgram({ content: folder.path, clock });
const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});
let network = 0;

/** Asks the handler itself: what the program of tests notes of each answer would be counted. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  network = (network + 1) % 60_000;
  const from = `198.18.${network >> 8}.${network & 255}`;
  return await app.handler(
    new Request(`http://oshibase.test${path}`, {
      headers: { "accept-encoding": "br", ...headers },
    }),
    from,
  );
}

async function microseconds(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const began = process();
  for (let n = 0; n < count; n++) await work(n);
  return (process() - began) / count;
}

/** The processor time of this process so far, in microseconds. */
function process(): number {
  const { user, system } = globalThis.process.cpuUsage();
  return user + system;
}

const members = app.catalog.group("group1")!.table("members");
const id = members[0]!.id;
const page = () => ask(`/groups/group1/members/${id}`);
const answer = () => ask(`/api/group1/member/${id}`, { "x-api-key": app.key });
for (const warm of [page, answer]) await microseconds(A_ROUND, warm);
const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const [one, other] = [await microseconds(A_ROUND, page), await microseconds(A_ROUND, answer)];
  ratios.push(one / other);
}
ratios.sort((a, b) => a - b);
console.log(
  `a member's page, kept, to the API's answer for her: ${ratios[ROUNDS >> 1]!.toFixed(2)}`,
);

const made = await microseconds(200, (n) => ask(`/groups/group1/members/${members[n]!.id}`));
console.log(`a member's page, made and compressed: ${(made / 1000).toFixed(2)} ms`);

const map = await (await ask("/sitemap.xml", { "accept-encoding": "identity" })).text();
const paths = [...map.matchAll(/<loc>https:\/\/[^/]*([^<]*)<\/loc>/g)].map(([, path]) => path!)
  .filter((path) => path.startsWith("/groups/"));
const prng = createPrng(1);
await churn(5_000);
collect();
const before = Deno.memoryUsage();
await churn(REQUESTS);
collect();
const after = Deno.memoryUsage();
const more = (name: keyof Deno.MemoryUsage) => ((after[name] - before[name]) / MIB).toFixed(0);
console.log(
  `${REQUESTS} of ${paths.length} pages at random, beyond the first 5,000: heap ${
    more("heapUsed")
  } MiB, buffers ${more("external")} MiB, resident ${more("rss")} MiB more`,
);

/** Asks for so many pages at random, half of them with a parameter that no page knows. */
async function churn(requests: number): Promise<void> {
  for (let n = 0; n < requests; n++) {
    const path = prng.pick(paths);
    const query = prng.happens(0.5) ? "" : `${path.includes("?") ? "&" : "?"}x=${n}`;
    const response = await ask(path + query);
    await response.body?.cancel();
  }
}
