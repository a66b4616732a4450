/** Serves on any free port of the loopback address and prints where, as the real server does. */
export function listen(
  handler: (
    request: Request,
    info: Deno.ServeHandlerInfo<Deno.NetAddr>,
  ) => Response | Promise<Response>,
): void {
  const onListen = ({ port }: Deno.NetAddr) =>
    console.log(`Listening on http://127.0.0.1:${port}/`);
  Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, handler);
}
