import type { Alerts } from "../alerts/alerts.ts";
import type { Announcer } from "../announce/announcer.ts";
import type { Audit } from "../audit/audit.ts";
import type { Content } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { Notices } from "../notices/notices.ts";
import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { AccessControl } from "./access_control.ts";
import {
  type AssembleOptions,
  type Background,
  type Core,
  openBackground,
  openCore,
} from "./services.ts";
import { createHandlers, type Handlers } from "./handlers.ts";
import type { Versions } from "./start_settings.ts";

/** The whole program but its socket. */
export interface Service extends Handlers {
  readonly live: Live;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly access: AccessControl;
  /** Tells operators of trouble, where they ask for it. */
  readonly alerts: Alerts;
  /** Writes to owners of keys, where a mail server is named. */
  readonly notices: Notices;
  /** Has to be told of each build that is served, the first one too. */
  readonly announcer: Pick<Announcer, "sync">;
  readonly telemetry: Telemetry;
  /** Tells whoever asks that this process is going, and opens no stream any more; it serves on. */
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
  const core = openCore({ platform, settings, store, content, versions, options });
  const background = openBackground(core);
  let isDraining = false;
  const { audit, access, notices, telemetry } = core;
  const { live, webhooks, alerts, announcer, eventStreams } = background;
  return {
    ...createHandlers(core, background, () => isDraining),
    live,
    audit,
    webhooks,
    access,
    alerts,
    notices,
    announcer,
    telemetry,
    drain() {
      isDraining = true;
      live.streams.drain();
    },
    quiet() {
      eventStreams.close();
      return live.stop();
    },
    close: () => closeAll(core, background),
  };
}

/** What is told and recorded last comes before what was leased, and before what still hears of it. */
async function closeAll(
  { audit, notices, access, telemetry }: Core,
  background: Background,
): Promise<void> {
  await Promise.all([background.close(), audit.close(), notices.close()]);
  await access.close();
  background.events.close();
  await telemetry.close();
}
