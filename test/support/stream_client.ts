/** A bare connection to an event stream: cheaper than `fetch`, so that a test can hold thousands. */
export interface StreamClient {
  /** What has come, headers and chunk lengths included. */
  text(): string;
  /** Resolves when this text has come. Throws where the stream ended before. */
  until(part: string): Promise<void>;
  /** Resolves with everything, when the server has ended the stream and the connection. */
  ended(): Promise<string>;
  close(): void;
}

/** Opens one. `headers`: further ones, such as a credential. */
export async function connectStream(
  base: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<StreamClient> {
  const { hostname, port, host } = new URL(base);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  await socket.write(new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`));
  const buffer = new Uint8Array(4096);
  const decoder = new TextDecoder();
  let text = "";
  let open = true;

  async function read(): Promise<boolean> {
    const count = await socket.read(buffer);
    if (count !== null) text += decoder.decode(buffer.subarray(0, count), { stream: true });
    return count !== null;
  }

  return {
    text: () => text,
    async until(part) {
      while (!text.includes(part)) {
        if (!await read()) {
          throw new Error(`The stream ended before ${JSON.stringify(part)}: ${text}`);
        }
      }
    },
    async ended() {
      while (await read());
      return text;
    },
    close() {
      if (open) socket.close();
      open = false;
    },
  };
}

/** The events in what a client has read: the body, without the lengths of its chunks. */
export function bodyOf(text: string): string {
  let rest = text.slice(text.indexOf("\r\n\r\n") + 4);
  let body = "";
  for (;;) {
    const [line = ""] = rest.split("\r\n", 1);
    const length = parseInt(line, 16);
    if (!(length > 0) || rest.length < line.length + 2 + length) return body;
    body += rest.slice(line.length + 2, line.length + 2 + length);
    rest = rest.slice(line.length + 4 + length);
  }
}
