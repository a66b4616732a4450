import type { WorldOptions } from "./world.ts";

/** A bare, a wrapped and a third group (aliases, New York, Japanese), small enough to know by heart. */
export const TRIO = {
  content: "test/fixtures/trio",
  // 17:00 in Jakarta, 18:00 in Kuala Lumpur, 06:00 in New York.
  now: "2026-07-04T10:00:00Z",
  narrowTo: ["melati"],
} satisfies WorldOptions;

/** Of each kind something that is there, a draft, and something published at half a second past noon. */
export const LATER = {
  content: "test/fixtures/later",
  now: "2026-07-10T04:00:00Z",
} satisfies WorldOptions;

/** News full of script. */
export const PERILOUS = {
  content: "test/fixtures/perilous",
  now: "2026-07-04T10:00:00Z",
} satisfies WorldOptions;

/** What the repository ships. */
export const REPOSITORY = {
  content: "content",
  now: "2026-11-21T04:00:00Z",
} satisfies WorldOptions;

/** Two bare groups and a wrapped one with accounts of every kind, whose platforms are asked. */
export const ON_AIR = {
  content: "test/fixtures/on_air",
  now: "2026-07-04T10:00:00Z",
  ...{ plans: "content", plan: "free", env: { LIVE: "on" } },
} satisfies WorldOptions;
