import type { RunningServer } from "../support/server.ts";

/** What is asked over and over. */
export interface Asked {
  /** They share the connections. */
  readonly servers: readonly RunningServer[];
  /** The request as it is sent. */
  readonly request: string;
  /** Any other status is a mistake of the benchmark. */
  readonly status: number;
}

const CONNECTIONS = 16;
/** A server that answers nothing for so long fails the run. */
const SILENCE_MS = 30_000;

/** Asks over kept connections, each of which waits for its answer, and says how long 99 of 100 took. */
export async function load({ servers, request, status }: Asked, ms: number) {
  const bytes = new TextEncoder().encode(request);
  const end = performance.now() + ms;
  const times: number[] = [];
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, n) => {
    const { hostname, port } = new URL(servers[n % servers.length]!.base);
    using connection = await Deno.connect({ hostname, port: Number(port) });
    const timer = setTimeout(() => connection.close(), ms + SILENCE_MS);
    const buffer = new Uint8Array(256 * 1024);
    let began = performance.now();
    do {
      await connection.write(bytes);
      let missing = missingOf(buffer.subarray(0, (await connection.read(buffer))!), status);
      while (missing > 0) missing -= (await connection.read(buffer))!;
      const now = performance.now();
      times.push(now - began);
      began = now;
    } while (began < end);
    clearTimeout(timer);
  }));
  const sorted = Float64Array.from(times).sort();
  return { answers: times.length, p99Ms: sorted[Math.floor(times.length * 0.99)]! };
}

const latin1 = new TextDecoder("latin1");

/** How much of an answer has not come with its first packet, which holds its head. */
function missingOf(packet: Uint8Array, status: number): number {
  const head = latin1.decode(packet.subarray(0, 4096)).split("\r\n\r\n")[0]!;
  const body = status === 304 ? "0" : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (body === undefined || !head.startsWith(`HTTP/1.1 ${status} `)) {
    throw new Error(`Cannot measure: expected an answer ${status} of stated length, got ${head}`);
  }
  return head.length + 4 + Number(body) - packet.length;
}
