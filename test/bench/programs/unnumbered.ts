/** In place of the ids of requests: all of them have one. */
import type { RequestIds } from "../../../src/address/client_address.ts";

/** Makes no ids, so that a response's header is never another. */
export function createRequestIds(processName: string): RequestIds {
  return () => processName;
}
