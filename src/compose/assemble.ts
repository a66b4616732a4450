import type { Content } from "../catalog/catalog.ts";
import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import { type AssembleOptions, createBase } from "./base.ts";
import { createHandlers, type Handlers } from "./handlers.ts";
import { openServices, type Services } from "./services.ts";
import type { Versions } from "./start_settings.ts";

/** The whole program but its socket. */
export interface Service extends Services, Handlers {
  /** Reports that this process is about to end, and opens no stream any more; it serves on. */
  drain(): void;
  /** Stops what runs beside the requests; call it before the server is shut down. */
  quiet(): Promise<void>;
  /** Gives back and writes down what is under way; call it when no request comes any more. */
  close(): Promise<void>;
}

/** Puts the program together. `versions` is for `/status`. */
export function assemble(
  platform: Platform,
  settings: Settings,
  store: Store,
  content: () => Content,
  versions: Versions,
  options: AssembleOptions = {},
): Service {
  const base = createBase({ platform, settings, store, content, versions }, options);
  const services = openServices(base);
  const { live, eventStreams } = services;
  let isDraining = false;
  return {
    ...services,
    ...createHandlers(base, services, () => isDraining),
    drain() {
      isDraining = true;
      live.streams.drain();
    },
    quiet() {
      eventStreams.close();
      return live.stop();
    },
  };
}
