import { isLoopback } from "../../http/host.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { KeyRecord } from "../records/key_store.ts";

/** Headers that proxies add to a request that they pass on. */
const FORWARDING =
  /^(via|forwarded|x-forwarded.*|x-original-.*|.*-real-ip|.*-client-(ip|address)|.*-connecting-ip)$/;

/** The demo key is for the person at the machine: it opens nothing through a proxy. Other keys pass. */
export function isDemoAtHome(key: KeyRecord, request: ParsedRequest): boolean {
  if (key.demo === undefined) return true;
  return isLoopback(request.address) &&
    ![...request.headers.keys()].some((name) => FORWARDING.test(name));
}
