/** A server before another one, which takes its time with every answer. */
export interface SlowDoor extends AsyncDisposable {
  readonly url: string;
}

/** Passes requests on to `target`, each answer `delayMs` later than it came. */
export function openSlowDoor(target: string, delayMs: number): SlowDoor {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "POST" ? await request.text() : null;
      const answer = await fetch(`${target}${pathname}${search}`, { method, headers, body });
      const bytes = await answer.bytes();
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const type = answer.headers.get("content-type") ?? "";
      return new Response(bytes, { status: answer.status, headers: { "content-type": type } });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
