import { ADMITTED_ANYONE } from "./access_request.ts";
import type { Gate } from "./gate.ts";

/** Lets everybody in; no credential is read. */
export const OPEN_GATE: Gate = {
  admit: () => ADMITTED_ANYONE,
  screen: () => "none",
  noteRefused() {},
};
