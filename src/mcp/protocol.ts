/** The protocol without a handshake, in which each message says its version. */
export const MODERN = "2026-07-28";

/** The protocols that begin with `initialize`, the one that is offered first. */
export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** The codes of errors: of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol 2026-07-28. */
export const RPC = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;
