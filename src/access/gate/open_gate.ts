import type { Admission } from "./access_request.ts";
import type { Gate } from "./gate.ts";

/** The admission of whoever brings no credential where none is needed. */
export const ADMITTED_ANYONE: Admission = {
  caller: { kind: "anyone" },
  mayRead: () => false,
  headers: [],
  onResponse() {},
};

/** Lets everybody in; no credential is read. */
export const OPEN_GATE: Gate = {
  admit: () => ADMITTED_ANYONE,
  screen: () => "none",
  noteRefused() {},
};
