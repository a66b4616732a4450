/**
 * Asks a server with keys that nobody has, each with another one: `unknown_keys_process.ts <port>
 * <requests> <connections> <seed>`. It prints a line of how many were answered each tenth of the way, at
 * the end `done <answers by status as JSON>`.
 */
import { createPrng } from "../support/prng.ts";

const [port = 0, requests = 0, connections = 0, seed = 0] = Deno.args.map(Number);
const AT_ONCE = 16;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const { between, pick } = createPrng(seed);
const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");
const statuses: Record<string, number> = {};
let left = requests;
let answered = 0;

await Promise.all(Array.from({ length: connections }, work));
console.log(`done ${JSON.stringify(statuses)}`);

async function work(): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const buffer = new Uint8Array(65_536);
  while (left > 0) {
    const count = Math.min(AT_ONCE, left);
    left -= count;
    const text = Array.from({ length: count }, request).join("");
    await connection.write(encoder.encode(text));
    let rest = "";
    for (let open = count; open > 0;) {
      const read = await connection.read(buffer);
      if (read === null) throw new Error("The server hung up");
      rest += decoder.decode(buffer.subarray(0, read));
      for (const [, status] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status!] = (statuses[status!] ?? 0) + 1;
        open--;
        if (++answered % Math.ceil(requests / 10) === 0) console.log(answered);
      }
      // A status line that has come in part.
      rest = rest.slice(-12);
    }
  }
  connection.close();
}

/** In the form of a key of this service, or of none. */
function request(): string {
  const secret = Array.from({ length: 38 }, () => LETTERS[between(0, 61)]).join("");
  const key = pick([`J-osb_${secret}`, `P-osb_${secret}`, secret]);
  const credential = pick([`x-api-key: ${key}`, `authorization: Bearer ${key}`]);
  return `GET /api/bunga/members HTTP/1.1\r\nHost: x\r\n${credential}\r\n\r\n`;
}
