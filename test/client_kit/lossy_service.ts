/** What becomes of a request: it is answered, it is answered in part, or its connection is reset. */
export type Fate = "answer" | "half" | "cut";

/** A service on loopback that loses connections. */
export interface LossyService extends AsyncDisposable {
  readonly baseUrl: string;
  /** The methods of the requests that came, each with the number of its connection: `1 GET`. */
  readonly requests: readonly string[];
}

const BODY = '[{"name":"Ani"}]';

const ANSWER = [
  "HTTP/1.1 200 OK",
  "access-control-allow-origin: *",
  "access-control-allow-methods: GET, POST, DELETE",
  "content-type: application/json",
  `content-length: ${BODY.length}`,
  ...["", BODY],
].join("\r\n");

/** Starts it on any free port: requests have these fates one after the other, and then the last of them. */
export function loseConnections(...fates: Fate[]): LossyService {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const requests: string[] = [];
  const open = new Set<Deno.Conn>();
  let connections = 0;
  const serving = serve();

  async function serve(): Promise<void> {
    const answering: Promise<void>[] = [];
    for await (const connection of listener) answering.push(answer(connection, ++connections));
    await Promise.all(answering);
  }

  async function answer(connection: Deno.TcpConn, number: number): Promise<void> {
    open.add(connection);
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(4096);
    let text = "";
    try {
      while (true) {
        const count = await connection.read(bytes);
        if (count === null) return;
        text += decoder.decode(bytes.subarray(0, count), { stream: true });
        if (!text.includes("\r\n\r\n")) continue;
        const method = text.slice(0, text.indexOf(" "));
        text = "";
        // What a browser asks before the request itself is none of the requests.
        const fate = method === "OPTIONS"
          ? "answer"
          : fates[Math.min(requests.length, fates.length - 1)];
        if (method !== "OPTIONS") requests.push(`${number} ${method}`);
        if (fate === "cut") return;
        const end = fate === "half" ? ANSWER.length - 5 : ANSWER.length;
        await connection.write(new TextEncoder().encode(ANSWER.slice(0, end)));
        if (fate === "half") return;
      }
    } catch {
      // The client has left, or the service ends.
    } finally {
      if (open.delete(connection)) connection.close();
    }
  }

  return {
    baseUrl: `http://127.0.0.1:${listener.addr.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      open.clear();
      await serving;
    },
  };
}
