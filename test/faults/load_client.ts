/**
 * A process that asks servers: `load_client.ts <orders as JSON>`.
 *
 * It keeps connections open, asks one request at a time on each, and prints a line `<answered> <admitted>` now and then, at the end `done <tally>`. A server
 * that goes away leaves its share to the others; a request whose answer did not come is counted as
 * `unanswered`, and asked again elsewhere.
 */
import type { LoadOrders, LoadTally } from "./load.ts";

const orders: LoadOrders = JSON.parse(Deno.args[0]!);
const request = new TextEncoder().encode(
  `GET ${orders.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${orders.key}\r\n\r\n`,
);
const decoder = new TextDecoder("latin1");
const tally: LoadTally = { byStatus: {}, unanswered: 0, slowestMs: 0, tenths: {} };
let left = orders.count;
let answered = 0;
let told = 0;

const connections = orders.ports.flatMap((port) =>
  Array.from({ length: orders.connections }, () => port)
);
await Promise.all(connections.map(keepAsking));
if (left > 0) throw new Error(`No server is left for ${left} requests`);
console.log(`done ${JSON.stringify(tally)}`);

/** Asks until nothing is left to ask, or the server is gone. */
async function keepAsking(port: number): Promise<void> {
  while (left > 0) {
    const connection = await connect(port);
    if (connection === undefined) return;
    await askAlong(connection);
    connection.close();
  }
}

async function connect(port: number): Promise<Deno.TcpConn | undefined> {
  try {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay();
    return connection;
  } catch {
    return undefined;
  }
}

/** Asks on one connection until it ends. */
async function askAlong(connection: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(16_384);
  while (left > 0) {
    left--;
    const began = performance.now();
    const status = await askOnce(connection, buffer);
    if (status === undefined) {
      left++;
      return;
    }
    const tookMs = performance.now() - began;
    tally.slowestMs = Math.max(tally.slowestMs, tookMs);
    if (status === 200) {
      const tenth = Math.floor(10 * tookMs);
      tally.tenths[tenth] = (tally.tenths[tenth] ?? 0) + 1;
    }
    count(status);
  }
}

/** The status of one answer; undefined where none came, or the server says that it was the last. */
async function askOnce(connection: Deno.TcpConn, buffer: Uint8Array): Promise<number | undefined> {
  try {
    await connection.write(request);
  } catch {
    // Nothing can have been read of it.
    return undefined;
  }
  let filled = 0;
  while (!isWhole(buffer, filled)) {
    const read = await readSome(connection, buffer.subarray(filled));
    if (read === null) {
      tally.unanswered++;
      return undefined;
    }
    filled += read;
  }
  return statusOf(buffer);
}

/** Null where the connection has ended, or broke because the server was killed. */
async function readSome(connection: Deno.TcpConn, into: Uint8Array): Promise<number | null> {
  try {
    return await connection.read(into);
  } catch {
    return null;
  }
}

/** Whether head and body are there. */
function isWhole(buffer: Uint8Array, filled: number): boolean {
  const text = decoder.decode(buffer.subarray(0, filled));
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)\r\n/.exec(text.slice(0, end + 2))?.[1] ?? 0);
  return filled >= end + 4 + length;
}

/** The three digits after `HTTP/1.1 `. */
function statusOf(buffer: Uint8Array): number {
  return (buffer[9]! - 48) * 100 + (buffer[10]! - 48) * 10 + buffer[11]! - 48;
}

function count(status: number): void {
  tally.byStatus[status] = (tally.byStatus[status] ?? 0) + 1;
  answered++;
  if (answered - told < 500) return;
  told = answered;
  console.log(`${answered} ${tally.byStatus[200] ?? 0}`);
}
