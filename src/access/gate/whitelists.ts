import { isLoopback } from "../../http/host.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { type AddressList, createAddressList } from "../../address/ip_range_list.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import type { KeyRecord } from "../records/key_store.ts";

/** Which addresses keys may be used from. */
export interface Whitelists {
  /** Whether the address is on the key's list; an empty list admits nobody. */
  holds(key: KeyRecord, address: string): boolean;
}

/** Addresses of one key whose verdict is remembered. */
const MAX_VERDICTS = 1000;

/** A key's list and what was found in it. */
interface KnownList {
  readonly list: AddressList;
  readonly verdicts: Memo<string, boolean>;
}

/** Makes each key's list when the key is first asked about, and remembers what each address found. */
export function createWhitelists(): Whitelists {
  const byKey = new WeakMap<KeyRecord, KnownList>();
  return {
    holds(key, address) {
      let known = byKey.get(key);
      if (known === undefined) {
        known = {
          list: createAddressList(key.ips),
          verdicts: createMemo({ maxEntries: MAX_VERDICTS }),
        };
        byKey.set(key, known);
      }
      return verdictOf(known, address);
    },
  };
}

function verdictOf({ list, verdicts }: KnownList, address: string): boolean {
  const known = verdicts.get(address);
  if (known !== undefined) return known;
  const verdict = list.has(parseAddress(address));
  verdicts.set(address, verdict);
  return verdict;
}

/** Headers that proxies add to a request that they pass on. */
const FORWARDING =
  /^(via|forwarded|x-forwarded.*|x-original-.*|.*-real-ip|.*-client-(ip|address)|.*-connecting-ip)$/;

/** The demo key is for the person at the machine: it opens nothing through a proxy. Other keys pass. */
export function isDemoAtHome(key: KeyRecord, request: ParsedRequest): boolean {
  if (key.demo === undefined) return true;
  return isLoopback(request.address) && !isForwarded(request.headers);
}

/** Whether a proxy has passed a request on. */
export function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => FORWARDING.test(name));
}
