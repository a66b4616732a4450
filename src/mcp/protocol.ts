/** The protocol without a handshake, in which each message says its version. */
export const MODERN = "2026-07-28";

/** The protocols that begin with `initialize`, the one that is offered first. */
export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** The codes of errors: of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol 2026-07-28. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** The names of the tools, in their order. */
export const TOOL_NAMES = ["search", "fetch", "schedule", "birthdays", "live", "changes"] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The longest id that is sent back, in UTF-16 code units. */
const MAX_ID = 256;

/** The id of a message; undefined if it has none, or one that no client makes. */
export function readId(id: unknown): string | number | undefined {
  if (typeof id === "string") return id.length <= MAX_ID ? id : undefined;
  return typeof id === "number" && Number.isFinite(id) ? id : undefined;
}
