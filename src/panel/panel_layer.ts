/**
 * This room shows operators the state of the service under `/admin`, and does what they ask for.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import type { Admins } from "../access/admins/admins.ts";
import type { AdminFamilyDeps } from "../admin/http/admin_family.ts";
import type { BodyReader } from "../http/body.ts";
import type { ToHttpError } from "../http/http_error.ts";
import type { LiveView } from "../live/view/live_view.ts";
import type { PackIndex } from "../model/pack.ts";
import type { Platform } from "../platform/platform.ts";
import type { Findings } from "../search/search.ts";
import type { PanelHandler } from "../routes/dispatch.ts";
import type { MinuteHistory } from "../telemetry/telemetry.ts";
import type { Store } from "../store/store.ts";
import { lazily } from "../toolbox/lazily.ts";

/** The dependencies of the panel. */
export interface PanelDeps {
  /** The commands that pages show and forms run: those of `/api/admin/`. */
  readonly admin: AdminFamilyDeps;
  readonly admins: Admins;
  readonly store: Store;
  readonly platform: Pick<Platform, "clock" | "random" | "log">;
  readonly bodies: BodyReader;
  readonly view: LiveView;
  /** What this process was asked in each of the last minutes. */
  readonly history: MinuteHistory;
  readonly toHttpError: ToHttpError;
  /** The records of all keys that this process has in memory. */
  keys(): Iterable<KeyRecord>;
  /** The content that is served now. */
  index(): PackIndex;
  /** Finds items of it by their names, over all groups. */
  search(text: string): Promise<Findings>;
}

/** `/admin` and what is below it; a start loads nothing but this module. */
export function createPanelLayer(deps: PanelDeps): PanelHandler {
  let panel: ReturnType<Awaited<ReturnType<typeof loadPanel>>["createPanel"]> | undefined;
  return (rawRequest, request, headers) => {
    if (request.target.segments[0] !== "admin") return undefined;
    return loadPanel().then(({ createPanel }) => {
      panel ??= createPanel(deps);
      return panel(rawRequest, request, headers);
    });
  };
}

const loadPanel = lazily(() => import("./panel.ts"));
