/** What a service says to a request. */
export type Reply = (request: Request) => Response | Promise<Response>;

/** A request as it came. */
export interface ScriptedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** A service on loopback that answers each request by the next of its replies, and then by the last. */
export interface ScriptedService extends AsyncDisposable {
  readonly baseUrl: string;
  /** What was asked so far. */
  readonly requests: readonly ScriptedRequest[];
}

/** Starts it on any free port. */
export function scriptService(...replies: Reply[]): ScriptedService {
  const requests: ScriptedRequest[] = [];
  const closing = new AbortController();
  const options = { hostname: "127.0.0.1", port: 0, onListen() {}, signal: closing.signal };
  const server = Deno.serve(options, (request) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers: new Headers(headers) });
    return replies[Math.min(requests.length, replies.length) - 1]!(request);
  });
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    requests,
    // A connection that the client should have closed is closed here, and does not hold the test up.
    [Symbol.asyncDispose]() {
      closing.abort();
      return server.finished;
    },
  };
}

/** A refusal as the service words it. */
export function refuse(status: number, type: string, retryAfter?: number): Reply {
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  const body = { status: false, message: "No", type };
  return () => Response.json(body, { status, ...(headers && { headers }) });
}

/** A list as JSON under a tag; 304 to who has it. */
export function tagged(etag: string, list: readonly unknown[]): Reply {
  return (request) =>
    request.headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : Response.json(list, { headers: { etag } });
}

/** A stream that says these pieces; then it ends, breaks, or stays open. */
export function stream(
  pieces: readonly (string | Uint8Array<ArrayBuffer>)[],
  then: "end" | "break" | "stay" = "end",
  onLeave = () => {},
): Reply {
  const encoder = new TextEncoder();
  return () => {
    const left = [...pieces];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) {
          controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
        } else if (then === "end") controller.close();
        else if (then === "break") controller.error(new Error("The connection broke"));
        else await new Promise(() => {});
      },
      cancel: onLeave,
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}
