/**
 * A load generator: `deno run ask.ts <port> <connections> <ms> <status> <file>` sends the request in
 * the file over kept-alive connections, each waiting for its answer, which must have that status, and
 * prints `{answers, seconds}`.
 */
const [port, connections, ms, status, file] = Deno.args;
const request = Deno.readFileSync(file!);
const decoder = new TextDecoder("latin1");

let answers = 0;
const startedAt = performance.now();
const end = startedAt + Number(ms);
await Promise.all(Array.from({ length: Number(connections) }, ask));
console.log(JSON.stringify({ answers, seconds: (performance.now() - startedAt) / 1000 }));

async function ask(): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  connection.setNoDelay();
  const buffer = new Uint8Array(256 * 1024);
  while (performance.now() < end) {
    await connection.write(request);
    let length = Infinity;
    for (let received = 0; received < length;) {
      const count = await connection.read(buffer);
      if (count === null) throw new Error("The server closed a connection");
      if (received === 0) length = lengthOf(buffer.subarray(0, count));
      received += count;
    }
    answers++;
  }
}

/** How long the whole answer is, by its head, which has to be in the first packet. */
function lengthOf(packet: Uint8Array): number {
  const head = decoder.decode(packet.subarray(0, 4096)).split("\r\n\r\n")[0]!;
  const body = status === "304" ? "0" : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (body === undefined || !head.startsWith(`HTTP/1.1 ${status} `)) {
    throw new Error(`Cannot use the answer: expected status ${status}, got ${head}`);
  }
  return head.length + 4 + Number(body);
}
