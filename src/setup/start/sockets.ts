import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Handler } from "../../routes/dispatch.ts";
import type { Store } from "../../store/store.ts";
import type { Service } from "../assemble.ts";
import { listen, type Listener } from "../serve/listen.ts";
import { METRICS_HOST } from "../serve/named_hosts.ts";
import type { ShutdownSteps } from "../serve/shutdown.ts";

/** What the program is reached through. */
export interface Sockets {
  readonly listener: Listener;
  /** Undefined where figures have no port of their own. */
  readonly metrics: Listener | undefined;
}

/** What {@linkcode openSockets} needs. */
export interface SocketDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDeploy: boolean;
  /** Which of the servers that share a port this is; undefined where it has the port alone. */
  readonly number: number | undefined;
}

/** @throws {StartError} where an address cannot be listened on */
export function openSockets(
  { app, metricsApp }: { readonly app: Handler; readonly metricsApp: Handler },
  { settings: { HOST, PORT, METRICS_PORT }, number, ...deps }: SocketDeps,
): Sockets {
  const listener = listen(app, HOST, PORT, { ...deps, reusePort: number !== undefined });
  if (METRICS_PORT === undefined || deps.onDeploy) return { listener, metrics: undefined };
  const port = METRICS_PORT + (number ?? 0);
  const metrics = listen(metricsApp, METRICS_HOST, port, { ...deps, setting: "METRICS_PORT" });
  return { listener, metrics };
}

/** What {@linkcode shutdownSteps} ends. */
export interface ShutdownDeps {
  readonly service: Service;
  readonly store: Store;
  readonly sockets: Sockets;
  /** Takes no new content any more. */
  unfollow(): void;
}

/** How a server ends; see {@linkcode ShutdownSteps}. */
export function shutdownSteps({ service, store, sockets, unfollow }: ShutdownDeps): ShutdownSteps {
  const { listener, metrics } = sockets;
  return {
    announce() {
      service.drain();
      listener.announceClose();
    },
    quiet() {
      unfollow();
      return service.quiet();
    },
    async close() {
      await Promise.all([listener.close(), metrics?.close()]);
    },
    async end() {
      await service.close();
      store.kv.close();
    },
  };
}
