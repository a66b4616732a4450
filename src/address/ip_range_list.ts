import { type Address, parseAddress } from "./ip_address.ts";

/** An address, or all that share their first `prefix` bits with it. */
export interface AddressRange {
  readonly base: Address;
  readonly prefix: number;
}

/** Which addresses may come in, or are trusted. */
export interface AddressList {
  readonly size: number;
  /** Whether an entry covers the address; an unknown one (undefined) is in no list. */
  has(address: Address | undefined): boolean;
}

const PREFIX = /^(0|[1-9]\d{0,2})$/;
const EXPECTED = 'an IPv4 or IPv6 address or CIDR range such as "203.0.113.0/24"';

/**
 * Reads an address or a CIDR range. Bits of a range behind its prefix may be set and do not count; a
 * range within `::ffff:0:0/96` is its IPv4 range.
 *
 * @throws {SyntaxError} that names the entry.
 */
export function readAddressRange(entry: string): AddressRange {
  const [address = "", prefix, ...rest] = entry.split("/");
  const base = parseAddress(address);
  const widest = base?.version === 4 ? 32 : 128;
  // The prefix of a mapped address counts from the left of the 128 bits it is written with.
  const skipped = base?.version === 4 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? widest : readPrefix(prefix) - skipped;
  if (base === undefined || rest.length > 0 || !(bits >= 0 && bits <= widest)) refuse(entry);
  return { base, prefix: bits };
}

function readPrefix(text: string): number {
  return PREFIX.test(text) ? Number(text) : NaN;
}

function refuse(entry: string): never {
  throw new SyntaxError(`Cannot read address: expected ${EXPECTED}, got ${JSON.stringify(entry)}`);
}

/**
 * A list of addresses and CIDR ranges. IPv4 entries match IPv4 addresses alone, IPv6 entries IPv6
 * addresses alone: `::/0` is every IPv6 address and no IPv4 one.
 *
 * @throws {SyntaxError} that names the first entry which is neither.
 */
export function createAddressList(entries: readonly string[]): AddressList {
  const ranges = entries.map(readAddressRange);
  return {
    size: ranges.length,
    has: (address) => address !== undefined && ranges.some((range) => covers(range, address)),
  };
}

function covers({ base, prefix }: AddressRange, address: Address): boolean {
  if (base.version !== address.version) return false;
  return base.words.every((word, place) => {
    const bits = Math.min(16, Math.max(0, prefix - 16 * place));
    return (word ^ address.words[place]!) >> (16 - bits) === 0;
  });
}
