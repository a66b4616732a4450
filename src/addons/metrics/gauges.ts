import type { Core } from "../../core/core.ts";
import { CHAT_FIGURES, EVENT_STREAMS } from "../../core/services.ts";
import type { Gauges } from "./service_metrics.ts";

/** The figures of the program as it is now. */
export function readGauges(core: Core, storeDisk: Gauges["storeDisk"]): Gauges {
  const { content, startedAt, memory, store: { engine }, versions: { deno } } = core;
  const { access, audit, live, services } = core;
  const chats = services.get(CHAT_FIGURES);
  const { catalog: { index: { build } }, builtAt } = content();
  return {
    versions: { build, deno },
    contentBuiltAt: builtAt,
    startedAt,
    storeEngine: engine,
    isStoreUp: access.storeState() === "ok",
    auditBacklog: audit.state().backlog,
    wrongPasswords: access.wrongPasswords.total,
    refusedPasswords: access.wrongPasswords.refused,
    openStreams: live.streams.size() + services.get(EVENT_STREAMS).size(),
    chats: chats && { rooms: chats.rooms(), messages: chats.messages },
    sources: live.view.sources().map(({ name, age_ms, dropped }) => ({
      name,
      ageMs: age_ms ?? null,
      malformed: dropped["malformed"] ?? 0,
    })),
    memory: memory(),
    storeDisk,
  };
}
