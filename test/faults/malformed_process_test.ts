import assert from "node:assert/strict";
import { createPrng } from "../support/prng.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { until } from "../support/until.ts";
import { malformedRequest } from "./malformed_requests.ts";
import { openFilesOf, statusOf } from "./fleet.ts";

const REQUESTS = sizeOf({ default: 3_000, full: 100_000 });
const AT_ONCE = 48;
/** How long a server may say nothing to what it takes for the beginning of a request. */
const SILENCE_MS = 250;

Deno.test(`${REQUESTS} malformed requests on raw sockets: never a 5xx, no echo, nothing left behind`, async () => {
  const prng = createPrng(testSeed());
  await using fixture = await createServerFixture();
  const { headers } = await fixture.key();
  const server = await fixture.start();
  const port = Number(new URL(server.base).port);
  const statuses: Record<string, number> = {};

  /** Asks so many, some at a time, each on a connection of its own. */
  async function askAll(left: number): Promise<void> {
    const work = async () => {
      while (left-- > 0) {
        const mark = `zq${prng.between(1e8, 1e9).toString(36)}qz`;
        const { bytes, kind } = malformedRequest(prng, mark);
        const text = await exchange(port, bytes, prng.happens(0.1) ? prng.between(2, 4) : 1);
        for (const status of statusesOf(text, kind, mark)) {
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  await askAll(100);
  const files = openFilesOf(server.process);
  await askAll(REQUESTS);
  const { silent = 0 } = statuses;
  assert.ok(silent < REQUESTS * 0.5, `${silent} of ${REQUESTS} were not answered`);
  for (const status of ["200", "400", "403", "404", "405"]) assert.ok(statuses[status], status);
  assert.equal(await statusOf(server, "api/bunga/members", headers), 200);
  await until(() => openFilesOf(server.process) <= files + 8, 30_000);
  const complaints = server.printed.err.split("\n")
    .filter((line) => / (warn|error) /.test(line) && !EXPECTED.test(line));
  assert.deepEqual(complaints, []);
});

/** What a forged header or a guessed password, and the test's own folder, are told by. */
const EXPECTED = /warn (A wrong name or password|A forwarding header|Others may open the store)/;

/** Statuses of all answers on the connection; fails where one of them breaks a promise. */
function statusesOf(text: string, kind: string, mark: string): string[] {
  if (text === "") return ["silent"];
  const told = `${kind}: ${JSON.stringify(text.slice(0, 400))}`;
  assert.match(text, /^HTTP\/1\.[01] /, told);
  const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => status!);
  // A page that asks for a login leads back to where somebody wanted to go, and a search says what for.
  const refusals = text.split(/(?=HTTP\/1\.[01] \d{3} )/).filter((one) => /^\S+ [45]/.test(one));
  assert.ok(!refusals.join().includes(mark), `a refusal holds what was sent; ${told}`);
  for (const status of statuses) assert.match(status, /^[234]\d\d$/, told);
  return statuses;
}

/** Sends the bytes in so many pieces; all that comes back until there is nothing more for a while. */
async function exchange(port: number, bytes: Uint8Array, pieces: number): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const silence = setTimeout(() => connection.close(), SILENCE_MS);
  let text = "";
  try {
    await send(connection, bytes, pieces);
    const buffer = new Uint8Array(16_384);
    const decoder = new TextDecoder("latin1");
    for (let read = await connection.read(buffer); read !== null && !isWhole(text);) {
      text += decoder.decode(buffer.subarray(0, read));
      if (isWhole(text)) break;
      read = await connection.read(buffer);
    }
  } catch {
    // It was cut off, by the server or by the silence.
  }
  clearTimeout(silence);
  try {
    connection.close();
  } catch {
    // The silence has closed it.
  }
  return text;
}

async function send(connection: Deno.Conn, bytes: Uint8Array, pieces: number): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    for (let done = 0; done < piece.length;) done += await connection.write(piece.subarray(done));
    if (pieces > 1) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Whether the first answer has come with its body. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= end + 4 + length;
}
