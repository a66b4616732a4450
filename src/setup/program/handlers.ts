import { createReadClient, createRequestIds } from "../../address/client_address.ts";
import { createChangeLog } from "../../announce/change_log.ts";
import { type BodyReader, createBodyReader } from "../../http/body.ts";
import { createToHttpError } from "../../http/http_error.ts";
import { createPanelLayer, type PanelDeps } from "../../panel/panel_layer.ts";
import { withProfiles } from "../../profile/profile_layer.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../../routes/dispatch.ts";
import { createServiceRoutes, statusPage } from "../../routes/public/service.ts";
import { searchGroups } from "../../routes/resources/search.ts";
import { createStreamSlots } from "../../routes/open_stream.ts";
import { createRouter } from "../../routes/router.ts";
import { formatServiceMetrics } from "../../telemetry/service_metrics.ts";
import {
  adminFamilyDeps,
  assembleFamilies,
  type FamilyDeps,
  metricsRouter,
  withoutMetrics,
} from "../families.ts";
import { lastDiskSpace } from "../../store/disk_space.ts";
import { type GaugeDeps, readGauges, readSelfReport } from "../telemetry.ts";
import { readAddressSetting } from "./address_setting.ts";
import type { Background } from "./background.ts";
import type { Core } from "./core.ts";

/** What answers requests. */
export interface Handlers {
  readonly app: Handler;
  /** `/metrics`, and nothing else. */
  readonly metricsApp: Handler;
}

/**
 * Makes what answers requests. `isDraining` tells whether this process is about to end.
 *
 * @throws {StartError} where `TRUSTED_PROXIES` cannot be used
 */
export function createHandlers(
  core: Core,
  background: Background,
  isDraining: () => boolean,
): Handlers {
  const deps = dispatchDeps(core, background);
  const familyDeps = familyDepsOf(core, background, deps.bodies, isDraining);
  const admin = adminFamilyDeps(familyDeps);
  const all = assembleFamilies(familyDeps, admin);
  const families = core.options.metricsApart ? withoutMetrics(all) : all;
  const panel = createPanelLayer({ ...panelDeps(core, background), ...deps, admin });
  const dispatch = createDispatch({ ...deps, panel, router: createRouter(families) });
  return {
    app: withProfiles(dispatch, { ...deps, families }),
    metricsApp: createDispatch({ ...deps, router: metricsRouter(createRouter(all)) }),
  };
}

/** What every request is dispatched with, whatever router leads it. */
function dispatchDeps(core: Core, background: Background): Omit<DispatchDeps, "router" | "panel"> {
  const { platform: { clock, log }, settings, store: { kv }, content, access, telemetry } = core;
  const { live, announced, webhooks, events, eventStreams } = background;
  const readClient = createReadClient({
    trusted: readAddressSetting(settings, "TRUSTED_PROXIES"),
    onDeploy: core.options.onDeploy ?? false,
    log,
    requestIds: createRequestIds(access.processName),
  });
  return {
    content,
    readClient,
    bodies: createBodyReader(clock),
    live,
    now: clock.now,
    meter: access.meter,
    feedTokens: access.feedTokens,
    announced,
    webhooks,
    events,
    eventStreams,
    streamSlots: createStreamSlots(settings.SSE_LIMIT),
    changes: createChangeLog({ kv, clock, announced }),
    toHttpError: createToHttpError({ log }),
    telemetry,
  };
}

/** What the families of routes need, beside what every request is dispatched with. */
function familyDepsOf(
  core: Core,
  { live, eventStreams }: Background,
  bodies: BodyReader,
  isDraining: () => boolean,
): FamilyDeps {
  const { content, telemetry, options: { memory = () => NO_MEMORY } } = core;
  const report = () => readSelfReport({ ...core, live, isDraining: isDraining() });
  const disk = diskOf(core);
  const gauges = () => readGauges({ ...core, live, eventStreams, memory, disk });
  return {
    ...core,
    bodies,
    pages: createServiceRoutes(content, report),
    status: () => statusPage(content(), report()),
    metrics: () => formatServiceMetrics(telemetry, gauges()),
  };
}

/** The disk of the store; there is none where it is on none of this machine. */
function diskOf({ store: { path }, readDiskSpace }: Core): GaugeDeps["disk"] {
  return path === undefined ? () => undefined : lastDiskSpace(() => readDiskSpace(path));
}

const NO_MEMORY = { residentBytes: 0, heapBytes: 0 };

/** How many results the operators' pages show. */
const SHOWN_RESULTS = 20;

function panelDeps(
  { platform, store, index, catalog, access, telemetry }: Core,
  { live }: Background,
): Omit<PanelDeps, "admin" | "bodies" | "toHttpError"> {
  const { clock } = platform;
  const query = () => ({ kind: undefined, now: clock.now(), limit: SHOWN_RESULTS });
  return {
    ...{ store, platform, index },
    search: (text) => searchGroups(catalog(), catalog().groups, text, query()),
    admins: access.admins,
    keys: access.credentials.keys,
    view: live.view,
    history: telemetry.history,
  };
}
