import { systemClock } from "../../platform/clock.ts";
import { StoreError } from "../../platform/kv.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import type { PostgresAddress } from "./address.ts";
import { connect, type Connection } from "./connection.ts";
import { GREET } from "./schema.ts";

/** The waits after connections that failed; the first one after a connection that was lost is made at once. */
const RETRY: BackOff = { firstMs: 50, maxMs: 1_000 };

/** A connection that is made when it is needed, and made again when it was lost. */
export interface Link {
  /** Works with a connection that has greeted. Rejects at once if the last try failed a moment ago. */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): void;
}

/** Creates a link to the primary of a database: the hosts are tried in turn, and a standby is none of them. */
export function createLink(target: PostgresAddress): Link {
  const { hosts } = target;
  let current: Promise<Connection> | undefined;
  let opened = 0;
  let failures = 0;
  let tried = 0;
  let notBefore = 0;
  let lastError: unknown;
  let isClosed = false;

  async function open(): Promise<Connection> {
    let connection: Connection | undefined;
    const number = ++opened;
    /** One that is lost while it greets may have a successor already. */
    const forget = () => {
      if (number === opened) current = undefined;
    };
    try {
      const host = hosts[tried++ % hosts.length]!;
      connection = await connect(target, host, forget);
      const [greeting] = await connection.query<{ epoch: string | null }>(GREET);
      if (greeting?.epoch == null) {
        throw new StoreError(`${host.hostname}:${host.port}: it is a standby, not the primary`);
      }
      failures = 0;
      // The host that answered is the first to be tried again.
      tried--;
      if (isClosed) throw closedError();
      return connection;
    } catch (error) {
      lastError = error;
      // Another host may be the primary: they are all tried before any wait.
      if (++failures % hosts.length === 0) {
        const waitMs = halfJitterMs(RETRY, failures / hosts.length - 1, Math.random());
        notBefore = systemClock.now() + waitMs;
      }
      forget();
      connection?.end();
      throw error;
    }
  }

  async function connected(): Promise<Connection> {
    if (isClosed) throw closedError();
    for (let n = 0;; n++) {
      if (current === undefined && isWaiting()) throw lastError;
      try {
        return await (current ??= open());
      } catch (error) {
        if (n + 1 >= hosts.length || isClosed) throw error;
      }
    }
  }

  /** A clock that was set back makes no wait longer. */
  function isWaiting(): boolean {
    const leftMs = notBefore - systemClock.now();
    return leftMs > 0 && leftMs <= RETRY.maxMs;
  }

  return {
    run: async (work) => await work(await connected()),
    close() {
      isClosed = true;
      current?.then((connection) => connection.end(), () => {});
    },
  };
}

function closedError(): Error {
  return new StoreError("the store is closed");
}
