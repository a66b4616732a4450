/**
 * This room listens for connections and ends the server without losing a request.
 *
 * @module
 */

import type { Handler } from "../../routes/dispatch.ts";
import { ownHost } from "../../http/request.ts";
import { StartError } from "../../platform/start_error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { createLastingServer, type Server } from "./lasting_server.ts";
import { createOpenRequests } from "./open_requests.ts";

/** The program's socket. */
export interface Listener {
  /** The address that was really bound. */
  readonly hostname: string;
  readonly port: number;
  /** Announces on every answer from now on that its connection closes (RFC 9112, 9.6). */
  announceClose(): void;
  /** Waits for the requests that are open now, then accepts nothing any more and resolves. */
  close(): Promise<void>;
}

/**
 * Serves `app` on an address; port 0 is any free one.
 *
 * @throws {StartError} where the address cannot be listened on
 */
export function listen(
  app: Handler,
  hostname: string,
  port: number,
  { onDeploy, reusePort = false, setting = "PORT", ...deps }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly onDeploy: boolean;
    /** Whether other processes listen on the same port; the system shares connections out. */
    readonly reusePort?: boolean;
    /** The setting that the port was taken from. */
    readonly setting?: string;
  },
): Listener {
  const requests = createOpenRequests();
  let announces = false;
  const server = createLastingServer(
    openServer(answer, { reusePort, setting }),
    hostname,
    port,
    deps,
  );
  const own = onDeploy ? undefined : ownHost(server.addr);

  return {
    hostname: server.addr.hostname,
    port: server.addr.port,
    announceClose: () => void (announces = true),
    async close() {
      // Deno.serve cuts off the bodies that are on their way when it shuts down.
      await requests.settled();
      await server.shutdown();
    },
  };

  function answer(
    request: Request,
    { remoteAddr }: Deno.ServeHandlerInfo,
  ): Response | Promise<Response> {
    const address = remoteAddr.transport === "tcp" ? remoteAddr.hostname : "unknown";
    const response = app(request, address, own);
    if (!(response instanceof Promise)) return announce(response);
    const announced = response.then(announce);
    requests.add(announced);
    return announced;
  }

  /** Deno.serve sends the header and keeps the connection: closing it is left to the client. */
  function announce(response: Response): Response {
    if (announces) response.headers.set("connection", "close");
    return response;
  }
}

function openServer(
  answer: Deno.ServeHandler,
  { reusePort, setting }: { readonly reusePort: boolean; readonly setting: string },
): (hostname: string, port: number) => Server {
  return (hostname, port) => {
    try {
      return Deno.serve({ hostname, port, reusePort, onListen: () => {} }, answer);
    } catch (error) {
      throw listenError(error, hostname, port, setting);
    }
  };
}

/** Why an address cannot be listened on, and what to do. */
export function listenError(
  error: unknown,
  hostname: string,
  port: number,
  setting = "PORT",
): StartError {
  if (error instanceof Deno.errors.AddrInUse) {
    return new StartError(
      `Cannot listen on port ${port}: another program does; set ${setting} to another one` +
        (setting === "PORT" ? ", or 0 for any" : ""),
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`Cannot listen on HOST ${hostname}, ${setting} ${port}: ${reason}`);
}
