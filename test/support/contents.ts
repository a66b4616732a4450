import type { TestAppOptions } from "./app.ts";

/** A bare, a wrapped and a third group (aliases, New York, Japanese), small enough to know by heart. */
export const TRIO: TestAppOptions = {
  content: "test/fixtures/trio",
  // 17:00 in Jakarta, 18:00 in Kuala Lumpur, 06:00 in New York.
  now: "2026-07-04T10:00:00Z",
  narrowTo: ["melati"],
};

/** Of each kind something that is there, a draft, and something published at half a second past noon. */
export const LATER: TestAppOptions = {
  content: "test/fixtures/later",
  now: "2026-07-10T04:00:00Z",
};

/** News full of script. */
export const PERILOUS: TestAppOptions = {
  content: "test/fixtures/perilous",
  now: "2026-07-04T10:00:00Z",
};

/** What the repository ships. */
export const REPOSITORY: TestAppOptions = { content: "content", now: "2026-11-21T04:00:00Z" };
