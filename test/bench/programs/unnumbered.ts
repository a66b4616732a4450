/** In place of what finds a request's client: all requests have one id. */
import type { RequestIds } from "../../../src/address/client_address.ts";

export * from "../../../src/address/client_address.ts";

/** Makes no ids, so that a response's header is never another. */
export function createRequestIds(processName: string): RequestIds {
  return () => processName;
}
