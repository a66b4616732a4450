import { type AddressList, createAddressList } from "./address/address_list.ts";
import { parseAddress } from "./address/parse_address.ts";
import type { KeyRecord } from "./key_record.ts";

/** Which addresses keys may be used from. */
export interface Whitelists {
  /** Whether the address is on the key's list; an empty list admits nobody. */
  holds(key: KeyRecord, address: string): boolean;
}

/** How many verdicts are kept of one key. */
const MOST_VERDICTS = 1000;

interface Known {
  readonly list: AddressList;
  readonly verdicts: Map<string, boolean>;
}

/** Lists are made when a key is first asked about; what was found is remembered per address. */
export function createWhitelists(): Whitelists {
  const byKey = new WeakMap<KeyRecord, Known>();
  return {
    holds(key, address) {
      let known = byKey.get(key);
      if (known === undefined) {
        known = { list: createAddressList(key.ips), verdicts: new Map() };
        byKey.set(key, known);
      }
      return verdictOf(known, address);
    },
  };
}

function verdictOf({ list, verdicts }: Known, address: string): boolean {
  const known = verdicts.get(address);
  if (known !== undefined) return known;
  const verdict = list.has(parseAddress(address));
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear();
  verdicts.set(address, verdict);
  return verdict;
}
