// Listens for connections, and ends the server without losing a request.

import { type Clock, sleep } from "../platform/clock.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import type { Handler } from "../routes/dispatch.ts";
import { StartError } from "../platform/start_error.ts";

/** Keeps the process alive until `work` ends; the clock's timers alone do not. */
async function keepAwake<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** An HTTP server on TCP. */
type Server = Deno.HttpServer<Deno.NetAddr>;

const REOPEN: BackOff = { firstMs: 50, maxMs: 1000 };
/** How long a socket has to accept connections before its next failure is logged again. */
const CALM_MS = 60_000;

interface LastingServer {
  /** The address that was really bound; it stays the same. */
  readonly addr: Deno.NetAddr;
  /** Accepts nothing any more; resolves when the requests under way are answered. */
  shutdown(): Promise<void>;
}

/**
 * Opens a server, and another one on the same address whenever it fails, after 50 ms and at last every
 * second. `Deno.serve` gives up a socket that failed to accept one connection, as at the limit of open
 * files; the connections that it has taken are served on.
 *
 * @throws what `open` throws if the address cannot be listened on in the first place
 */
function createLastingServer(
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

  /** Undefined if the server is to end. */
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

/** The error that ended a server; undefined if it was shut down. */
async function failureOf({ finished }: Server): Promise<unknown> {
  try {
    await finished;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A server that listens. */
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
 * @throws {StartError} if the address cannot be listened on
 */
export function listen(
  app: Handler,
  hostname: string,
  port: number,
  { reusePort = false, ...deps }: {
    readonly clock: Clock;
    readonly log: Log;
    /** Whether other processes listen on the same port; the system shares connections out. */
    readonly reusePort?: boolean;
  },
): Listener {
  /** The answers under way. */
  const open = new Set<Promise<Response>>();
  let announces = false;
  const server = createLastingServer(openServer(answer, reusePort), hostname, port, deps);

  return {
    hostname: server.addr.hostname,
    port: server.addr.port,
    announceClose: () => void (announces = true),
    async close() {
      // Deno.serve cuts off the bodies that are on their way when it shuts down.
      await Promise.allSettled([...open]);
      await server.shutdown();
    },
  };

  async function answer(
    request: Request,
    { remoteAddr }: Deno.ServeHandlerInfo,
  ): Promise<Response> {
    const answering = app(
      request,
      remoteAddr.transport === "tcp" ? remoteAddr.hostname : "unknown",
    );
    open.add(answering);
    try {
      return announce(await answering);
    } finally {
      open.delete(answering);
    }
  }

  /** Deno.serve sends the header and keeps the connection: closing it is left to the client. */
  function announce(response: Response): Response {
    if (announces) response.headers.set("connection", "close");
    return response;
  }
}

function openServer(
  answer: Deno.ServeHandler,
  reusePort: boolean,
): (hostname: string, port: number) => Server {
  return (hostname, port) => {
    try {
      return Deno.serve({ hostname, port, reusePort, onListen: () => {} }, answer);
    } catch (error) {
      throw listenError(error, hostname, port);
    }
  };
}

/** Why an address cannot be listened on, and what to do. */
function listenError(error: unknown, hostname: string, port: number): StartError {
  if (error instanceof Deno.errors.AddrInUse) {
    return new StartError(
      `Cannot listen on port ${port}: another program does; set PORT to another one, or 0 for any`,
    );
  }
  const reason = errorMessage(error);
  return new StartError(`Cannot listen on HOST ${hostname}, PORT ${port}: ${reason}`);
}

/** The steps of a shutdown, in their order. */
interface ShutdownSteps {
  /** Announces the shutdown in every answer and to health checks; the process serves on. */
  announce(): void;
  /** Ends what runs beside the requests, and the long answers. */
  quiet(): Promise<void>;
  /** Answers the open requests and accepts no more. */
  close(): Promise<void>;
  /** Writes down what is left, when no request comes any more. */
  end(): Promise<void>;
}

/**
 * Shuts the process down on the first SIGTERM or SIGINT, says by which one, and exits with code 0. SIGINT drains for no
 * time, and ends a drain that is on; other signals that follow change nothing, since a supervisor that
 * stops a process with its children signals it twice. The returned function does the same as SIGINT.
 */
export function shutDownOnSignal(
  { announce, quiet, close, end }: ShutdownSteps,
  { drainMs, openMs }: {
    /** From the announcement on, after SIGTERM: until a load balancer has noticed. */
    readonly drainMs: number;
    /** For the open requests, at most. */
    readonly openMs: number;
  },
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): (signal?: Deno.Signal) => void {
  const interrupted = Promise.withResolvers<void>();
  let isShuttingDown = false;
  Deno.addSignalListener("SIGTERM", () => void shutDown("SIGTERM"));
  Deno.addSignalListener("SIGINT", () => shutDownNow("SIGINT"));
  return shutDownNow;

  function shutDownNow(signal?: Deno.Signal): void {
    interrupted.resolve();
    void shutDown(signal);
  }

  async function shutDown(signal: Deno.Signal | undefined): Promise<void> {
    if (isShuttingDown) return;
    isShuttingDown = true;
    // The last writes may wait for a timer.
    await keepAwake(closeAll);
    if (signal !== undefined) log.info(`Stopped by ${signal}`);
    Deno.exit();
  }

  async function closeAll(): Promise<void> {
    announce();
    await Promise.race([sleep(clock, drainMs), interrupted.promise]);
    const isQuiet = quiet();
    // A request that never comes to its end must not keep what is leased or still to be written.
    await Promise.race([close(), sleep(clock, openMs)]);
    await isQuiet;
    await end();
  }
}
