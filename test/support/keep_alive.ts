/** An answer that has come whole. */
export interface KeptReply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** One HTTP/1.1 connection for any number of requests, one after the other. */
export interface KeepAlive extends Disposable {
  /** Sends bytes of a request, whole or in part. */
  send(text: string): Promise<void>;
  /** The next answer, which says how long it is; undefined where the server hung up before. */
  receive(): Promise<KeptReply | undefined>;
  /** Both, for a whole GET. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<KeptReply | undefined>;
}

/** Connects to a server; rejects where it takes no connection. */
export async function connectKeepAlive(base: string): Promise<KeepAlive> {
  const { hostname, port, host } = new URL(base);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const buffer = new Uint8Array(65_536);
  let text = "";
  return { send, receive, get, [Symbol.dispose]: () => connection.close() };

  async function send(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
  }

  async function receive(): Promise<KeptReply | undefined> {
    const decoder = new TextDecoder("latin1");
    while (true) {
      const reply = parse(text);
      if (reply !== undefined) {
        text = text.slice(reply.length);
        return reply;
      }
      const read = await connection.read(buffer).catch(() => null);
      if (read === null) return undefined;
      text += decoder.decode(buffer.subarray(0, read));
    }
  }

  async function get(
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<KeptReply | undefined> {
    const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) =>
      `${name}: ${value}\r\n`
    );
    // A server that has hung up may have answered before.
    await send(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`).catch(() => {});
    return await receive();
  }
}

function parse(text: string): KeptReply & { length: number } | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, head).split("\r\n");
  const headers = new Map(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const length = head + 4 + Number(headers.get("content-length") ?? 0);
  if (text.length < length) return undefined;
  return {
    status: Number(first.split(" ")[1]),
    headers,
    body: text.slice(head + 4, length),
    length,
  };
}
