import type { AddOn } from "../../core/addon.ts";
import { METRICS_SETTINGS } from "./settings.ts";

/** Figures for monitoring systems, and a line for each request. */
export const metrics: AddOn = {
  name: "metrics",
  settings: METRICS_SETTINGS,
  roots: ["metrics"],
  open: async (core) => (await import("./open.ts")).openMetrics(core),
};
