import type { Admission } from "./access_request.ts";
import type { Gate } from "./gate.ts";

const ANYONE: Admission = {
  caller: { kind: "anyone" },
  mayRead: () => false,
  headers: [],
  onResponse() {},
};

/** Lets everybody in; no credential is read. */
export const OPEN_GATE: Gate = {
  admit: () => ANYONE,
  screen: () => "none",
  noteRefused() {},
};
