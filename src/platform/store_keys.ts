/**
 * All keys of the store, by what is kept under them. Every module takes them from here.
 */
export * from "./store_keys/access_keys.ts";
export * from "./store_keys/audit_keys.ts";
export * from "./store_keys/event_keys.ts";
export * from "./store_keys/message_keys.ts";
