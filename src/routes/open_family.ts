import { NO_RULES, OPEN_GATE } from "../access/gate/gate.ts";
import { BARE_ENVELOPE } from "./envelope.ts";
import { createRouteTable, type Family } from "./family.ts";
import type { Route } from "./route.ts";

/** A family that is open to everybody; a path that it does not have is outside all families. */
export function openFamily(
  name: "public" | "codes",
  root: string,
  methods: readonly string[],
  routes: readonly Route[],
): Family {
  return {
    name,
    root,
    methods,
    envelope: BARE_ENVELOPE,
    table: createRouteTable(routes),
    rules: NO_RULES,
    isPartial: true,
    gate: OPEN_GATE,
    vary: [],
  };
}
