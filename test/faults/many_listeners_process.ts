/**
 * Listens to streams from a process of its own: `many_listeners_process.ts <address> <key> <count>
 * <path>…`. Connections take turns with the paths. It prints `open <count>` when each has been
 * answered, and then, whenever all have heard a broadcast start, a line of JSON.
 */
import { connectStream } from "../support/stream_client.ts";

/** A broadcast that all have heard of. Instants are in ms since the epoch. */
export interface HeardByAll {
  readonly slug: string;
  readonly first: number;
  readonly last: number;
}

const [base = "", key = "", count = "", ...paths] = Deno.args;
const LISTENERS = Number(count);
const CONNECTS_AT_A_TIME = 50;
const START = /^event: (live\.)?started$/gm;
const heard = new Map<string, { first: number; times: number }>();

if (import.meta.main) {
  let opened = 0;
  while (opened < LISTENERS) {
    const some = Math.min(CONNECTS_AT_A_TIME, LISTENERS - opened);
    await Promise.all(Array.from({ length: some }, (_, n) => open(opened + n)));
    opened += some;
  }
  console.log(`open ${opened}`);
}

async function open(n: number): Promise<void> {
  const client = await connectStream(base, paths[n % paths.length]!, { "x-api-key": key });
  await client.until("retry: 3000");
  follow(client).catch(() => console.log("A stream has ended"));
}

async function follow(client: Awaited<ReturnType<typeof connectStream>>): Promise<void> {
  for (let round = 0;; round++) {
    await client.until(`"slug":"news-${round}"`);
    const starts = client.text().match(START)!;
    if (starts.length !== round + 1) console.log(`Heard ${starts.length} starts, not ${round + 1}`);
    note(`news-${round}`);
  }
}

function note(slug: string): void {
  const now = Date.now();
  const { first, times } = heard.get(slug) ?? { first: now, times: 0 };
  heard.set(slug, { first, times: times + 1 });
  if (times + 1 === LISTENERS) {
    console.log(JSON.stringify({ slug, first, last: now } satisfies HeardByAll));
  }
}
