import { listenError } from "../setup/serve/listen.ts";

/** A port that is kept for the servers until they listen on it. */
export interface HeldPort {
  readonly port: number;
  release(): void;
}

/**
 * Looks whether a port can be had; any free one for 0, which is kept from other programs meanwhile. A
 * port that another program has is refused, also where that one would share it.
 *
 * @throws {StartError} where it cannot be listened on
 */
export function holdPort(hostname: string, wanted: number): HeldPort {
  try {
    const first = Deno.listen({ hostname, port: wanted });
    const { port } = first.addr as Deno.NetAddr;
    first.close();
    // A client that is told the port may connect at once, and no server listens here.
    if (wanted !== 0) return { port, release() {} };
    const held = Deno.listen({ hostname, port, reusePort: true });
    return { port, release: () => held.close() };
  } catch (error) {
    throw listenError(error, hostname, wanted);
  }
}
