/** What came to an address, as far as tests look at it. */
export interface ReceivedHook {
  readonly method: string;
  /** With its leading slash; without the query. */
  readonly path: string;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  /** Epoch ms. */
  readonly at: number;
}

/** Addresses over real HTTP: `/hook/…` takes signed posts, `/api/webhooks/1/…` is a Discord webhook. */
export interface WebhookReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly base: string;
  /** Everything but verifications, in the order in which it came. */
  readonly received: readonly ReceivedHook[];
}

/** Starts one on any free port of loopback: servers need `WEBHOOK_ALLOW` to reach it. */
export function startWebhookReceiver(): WebhookReceiver {
  const received: ReceivedHook[] = [];
  let messages = 0;

  function answerDiscord(method: string): Response {
    if (method === "GET") return Response.json({ id: "1", type: 1 });
    if (method === "POST") messages++;
    return Response.json({ id: String(messages) });
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname: path } = new URL(request.url);
      const { method, headers } = request;
      const text = await request.text();
      const body = text === "" ? undefined : JSON.parse(text);
      if (body?.data?.challenge !== undefined) return new Response(body.data.challenge);
      if (body !== undefined) received.push({ method, path, headers, body, at: Date.now() });
      return path.startsWith("/api/webhooks/")
        ? answerDiscord(method)
        : new Response(null, { status: 204 });
    },
  );
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    received,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
