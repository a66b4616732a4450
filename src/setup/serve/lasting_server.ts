import { type Clock, sleep } from "../../platform/clock.ts";
import { errorMessage, type Log } from "../../platform/log.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";
import { keepAwake } from "./keep_awake.ts";

/** An HTTP server on TCP. */
export type Server = Deno.HttpServer<Deno.NetAddr>;

/** A server that goes on listening when its socket fails. */
export interface LastingServer {
  /** The address that was really bound; it stays the same. */
  readonly addr: Deno.NetAddr;
  /** Accepts nothing any more; resolves when the requests under way are answered. */
  shutdown(): Promise<void>;
}

const REOPEN: BackOff = { firstMs: 50, maxMs: 1000 };
/** How long a socket has to accept connections before its next failure is told again. */
const CALM_MS = 60_000;

/**
 * Opens a server, and another one on the same address whenever it fails, after 50 ms and at last every
 * second. `Deno.serve` gives up a socket that failed to accept one connection, as at the limit of open
 * files; the connections that it has taken are served on.
 *
 * @throws what `open` throws where the address cannot be listened on in the first place
 */
export function createLastingServer(
  open: (hostname: string, port: number) => Server,
  hostname: string,
  port: number,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): LastingServer {
  let server = open(hostname, port);
  const { addr } = server;
  let failures = 0;
  let isClosing = false;
  void keepListening();

  return {
    addr,
    async shutdown() {
      isClosing = true;
      await server.shutdown();
    },
  };

  async function keepListening(): Promise<void> {
    while (true) {
      const error = await failureOf(server);
      if (isClosing) return;
      if (failures === 0) logFailure(error);
      const reopened = await keepAwake(reopen);
      if (reopened === undefined) return;
      server = reopened;
      forgetFailuresOf(server);
    }
  }

  /** Undefined where the server is to end. */
  async function reopen(): Promise<Server | undefined> {
    while (true) {
      await sleep(clock, backOffMs(REOPEN, failures));
      if (isClosing) return undefined;
      failures++;
      try {
        return open(addr.hostname, addr.port);
      } catch {
        // The log has the outage since it began.
      }
    }
  }

  function forgetFailuresOf(calm: Server): void {
    clock.after(CALM_MS, () => {
      if (server !== calm) return;
      failures = 0;
      log.info("New connections have been taken again for a minute");
    });
  }

  function logFailure(error: unknown): void {
    log.error(
      "Cannot take new connections; those that are open are served, and the port is tried again",
      { error: errorMessage(error) },
    );
  }
}

/** The error that ended a server; undefined where it was shut down. */
async function failureOf({ finished }: Server): Promise<unknown> {
  try {
    await finished;
    return undefined;
  } catch (error) {
    return error;
  }
}
