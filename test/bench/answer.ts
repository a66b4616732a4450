/** An answer as it came: its headers, without those that an HTTP server adds by itself. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What a server of ours or another one adds to every answer. */
const OF_THE_SERVER = ["date", "content-length", "connection", "server", "accept-ranges"];

/** What differs between two answers to the same request: by clock, by what the key has left, by name. */
const VARYING = ["cache-control", "ratelimit", "x-request-id"];

/** Asks once over a connection of its own, so that nothing decodes the body. */
export async function captureAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { hostname, port, pathname, search } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = Object.entries({ ...headers, host: hostname, connection: "close" })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const bytes = new Uint8Array(await new Response(connection.readable).arrayBuffer());
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 8192)).split("\r\n\r\n")[0]!;
  const [status, ...fields] = head.split("\r\n");
  const pairs = fields.map((field) => /^([^:]+): ?(.*)$/.exec(field)!.slice(1))
    .map(([name, value]) => [name!.toLowerCase(), value!] as const)
    .filter(([name]) => !OF_THE_SERVER.includes(name));
  return {
    status: Number(status!.split(" ")[1]),
    headers: Object.fromEntries(pairs),
    body: bytes.slice(head.length + 4),
  };
}

/** Fails unless an answer has the same status, bytes and headers (whatever a varying one holds). */
export function assertSameAnswer(name: string, got: Answer, expected: Answer): void {
  const shape = ({ status, headers, body }: Answer) =>
    JSON.stringify([
      status,
      body.length,
      Object.entries(headers).filter(([header]) => !VARYING.includes(header)).sort(),
      Object.keys(headers).filter((header) => VARYING.includes(header)).sort(),
    ]);
  const isSame = shape(got) === shape(expected) &&
    got.body.every((byte, index) => byte === expected.body[index]);
  if (isSame) return;
  throw new Error(
    `Cannot compare with ${name}: expected ${shape(expected)} with the same bytes, got ${
      shape(got)
    }`,
  );
}

/** Whether a header changes from one answer to the next. */
export function isVarying([name]: readonly [name: string, value: string]): boolean {
  return VARYING.includes(name);
}

/** Writes an answer for {@linkcode readAnswer}: status and headers on the first line, then the body. */
export function writeAnswer(file: string, { status, headers, body }: Answer): void {
  Deno.writeTextFileSync(file, `${JSON.stringify({ status, headers })}\n`);
  Deno.writeFileSync(file, body, { append: true });
}

/** Reads an answer that {@linkcode writeAnswer} wrote. */
export function readAnswer(file: string): Answer {
  const bytes = Deno.readFileSync(file);
  const end = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  return { ...head, body: bytes.slice(end + 1) };
}

/** A body as a `Response` takes it: one of status 304 must have none. */
export function bodyOf({ status, body }: Answer): Uint8Array<ArrayBuffer> | null {
  return status === 304 ? null : body;
}
