import net from "node:net";
import type { Row, Sql } from "postgres";
import { deadline, systemClock } from "../../platform/clock.ts";
import { StoreError } from "../../platform/kv.ts";
import { errorMessage } from "../../platform/log.ts";
import { isLoopbackHost, type PostgresAddress } from "./address.ts";
import { StartError } from "../../platform/start_error.ts";
import { lazily } from "../../toolbox/lazily.ts";

/** How long a connection may take to be there, and a statement to be answered, in ms. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;

/**
 * What each session has. All statements find rows by their keys, and their plans are made while a table may
 * still be small: only an index answers as quickly later. A lock that is not to be had is an error before
 * the answer is overdue.
 */
const SESSION = {
  application_name: "oshibase",
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_seqscan: "off",
  jit: "off",
  lock_timeout: "5000",
  plan_cache_mode: "force_generic_plan",
  statement_timeout: "9000",
};

/** Variables that the driver would obey, unseen. */
const DRIVERS_VARIABLES = ["PGAPPNAME", "PGTARGETSESSIONATTRS"];

const loadDriver = lazily(() => import("postgres"));

/** Arrays are texts as Postgres reads them. */
type Parameter = string | number | Uint8Array;

/** One connection to one server, which is never made again: what is asked of it later is refused. */
export interface Connection {
  /** The rows of an answer; `$1` … are the parameters. Rejects with a {@linkcode StoreError}. */
  query<R extends Row>(statement: string, parameters?: readonly Parameter[]): Promise<R[]>;
  /** Statements without parameters, one after the other, in one transaction. */
  script(statements: string): Promise<void>;
  /** Whether it has ended, or is of no use any more. */
  readonly isOver: boolean;
  end(): void;
}

/**
 * Works with a connection to the first host that answers, and ends it.
 *
 * @throws {StoreError} if there is none
 */
export async function withConnection<T>(
  target: PostgresAddress,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const host of target.hosts) {
    try {
      const connection = await connect(target, host);
      try {
        return await work(connection);
      } finally {
        connection.end();
      }
    } catch (error) {
      if (error instanceof StartError) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Connects to one host; `ended` is called when the connection has ended.
 *
 * @throws {StoreError} if it cannot be reached, or does not let this user in
 */
export async function connect(
  target: PostgresAddress,
  host: PostgresAddress["hosts"][number],
  ended = () => {},
): Promise<Connection> {
  const place = `${host.hostname}:${host.port}`;
  const { default: postgres } = await loadDriver().catch(refuseWithoutDriver);
  for (const name of DRIVERS_VARIABLES) Deno.env.delete(name);
  const isHere = isLoopbackHost(host);
  const tls = isHere ? false : await tlsOptions(target, host.hostname);
  let socket: net.Socket | undefined;
  let isOver = false;
  let hasNoTls = false;

  /** The driver would connect again by itself, unasked and without greeting. */
  function openSocket(): net.Socket {
    const opened = new net.Socket();
    if (socket !== undefined) {
      queueMicrotask(() => opened.destroy(new Error("the connection has ended")));
      return opened;
    }
    socket = opened;
    if (tls !== false) opened.once("data", (bytes) => hasNoTls = bytes[0] === NO_TLS);
    opened.setNoDelay(true);
    opened.connect(host.port, host.hostname);
    return opened;
  }

  const sql: Sql = postgres(
    {
      host: host.hostname,
      port: host.port,
      database: target.database,
      user: target.user,
      password: () => target.password ?? "",
      socket: openSocket,
      ssl: tls,
      sslnegotiation: null,
      max: 1,
      max_pipeline: 100,
      max_lifetime: null,
      idle_timeout: null,
      connect_timeout: CONNECT_MS / 1000,
      keep_alive: 5,
      backoff: () => 0,
      prepare: true,
      debug: false,
      fetch_types: false,
      publications: "",
      target_session_attrs: undefined,
      connection: SESSION,
      onnotice: () => {},
      onclose: end,
    } as unknown as Parameters<typeof postgres>[0] & object,
  );

  function end(): void {
    if (isOver) return;
    isOver = true;
    socket?.destroy();
    void sql.end({ timeout: 0 }).catch(() => {});
    ended();
  }

  /** Waits for an answer; a query is sent when it is first waited for. */
  async function settle<T>(work: Promise<T>, withinMs: number): Promise<T> {
    if (isOver) throw new StoreError(`${place}: the connection has ended`);
    try {
      return await deadline(
        systemClock,
        withinMs,
        work,
        () => new Error(`no answer within ${withinMs / 1000} s`),
      );
    } catch (error) {
      if (!isOfStatement(error)) end();
      const reason = hasNoTls ? "the server offers no TLS" : errorMessage(error);
      throw new StoreError(`${place}: ${reason}`, { cause: error });
    }
  }

  const connection: Connection = {
    query: (statement, parameters = []) =>
      settle(sql.unsafe(statement, [...parameters], { prepare: true }), ANSWER_MS) as Promise<
        never
      >,
    async script(statements) {
      await settle(sql.unsafe(statements).simple(), ANSWER_MS);
    },
    get isOver() {
      return isOver;
    },
    end,
  };
  await settle(sql.unsafe("SELECT 1").simple(), CONNECT_MS + 1_000);
  return connection;
}

/** @throws {StartError} always: servers fetch no packages */
function refuseWithoutDriver(error: unknown): never {
  const [cause] = errorMessage(error).split("\n", 1);
  throw new StartError(
    `Cannot open a store in Postgres: its driver is not on this machine (${cause}); run deno install ` +
      "in the program's folder, then start again",
  );
}

/** What a server without TLS answers, one byte: "N" (Postgres' documents, "SSL Session Encryption"). */
const NO_TLS = 78;

/** Whether the server refused a statement and goes on; a server that is read-only is no primary. */
function isOfStatement(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "PostgresError") return false;
  const { severity, code } = error as Error & { severity?: string; code?: string };
  return severity === "ERROR" && code !== "25006";
}

async function tlsOptions({ rootCertificate }: PostgresAddress, hostname: string) {
  const named = net.isIP(hostname) === 0 ? { servername: hostname } : {};
  if (rootCertificate === undefined) return { ...named, rejectUnauthorized: true };
  try {
    const ca = await Deno.readTextFile(rootCertificate);
    return { ...named, host: hostname, rejectUnauthorized: true, ca };
  } catch (error) {
    throw new StoreError(`cannot read ${rootCertificate}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
