/**
 * This room shows operators the state of the service under `/admin`, and does what they ask for.
 *
 * @module
 */

import type { OwnPages } from "../routes/exchange.ts";
import type { PanelDeps } from "./page_context.ts";
import { lazily } from "../toolbox/lazily.ts";

/** `/admin` and what is below it; a start loads nothing but this module. */
export function createPanelLayer(deps: PanelDeps): OwnPages {
  let panel: ReturnType<Awaited<ReturnType<typeof loadPanel>>["createPanel"]> | undefined;
  return {
    root: "admin",
    name: "panel",
    async answer(raw, request, headers) {
      const { createPanel } = await loadPanel();
      panel ??= createPanel(deps);
      return await panel(raw, request, headers);
    },
  };
}

const loadPanel = lazily(() => import("./panel.ts"));
