/** An IP address. An IPv4-mapped IPv6 address is its IPv4 address. */
export interface Address {
  readonly version: 4 | 6;
  /** The bits from the left, 16 at a time: two numbers for IPv4, eight for IPv6. */
  readonly words: readonly number[];
  /** The one spelling of it: dotted quad, or RFC 5952. */
  readonly text: string;
}

const QUAD = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
/** The longest spelling has eight groups of which the last two are a dotted quad. */
const LONGEST = 45;

/**
 * Reads an address in strict notation; undefined for anything else. Dotted quads have four decimal
 * numbers without leading zeros; IPv6 is that of RFC 4291, section 2.2. Zones, brackets, ports, spaces
 * and the shorthands of `inet_aton` (`127.1`, `0x7f.1`, `017.0.0.1`) are not taken.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  const spelling = text.includes(":") ? spell(text) : undefined;
  const words = spelling === undefined ? parseQuad(text) : wordsOf(spelling);
  return words && toAddress(words, spelling);
}

function parseQuad(text: string): number[] | undefined {
  const match = QUAD.exec(text);
  if (match === null) return undefined;
  const bytes = match.slice(1).map(Number);
  const isStrict = bytes.every((byte, n) => byte < 256 && String(byte) === match[n + 1]);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return isStrict ? [a << 8 | b, c << 8 | d] : undefined;
}

/** The one spelling of an IPv6 address (RFC 5952), which URLs have; undefined if it is none. */
function spell(text: string): string | undefined {
  if (!/^[\da-f:.]+$/i.test(text)) return undefined;
  return URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
}

function wordsOf(spelling: string): readonly number[] {
  const [head = [], tail] = spelling.split("::").map((half) =>
    half === "" ? [] : half.split(":").map((group) => parseInt(group, 16))
  );
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function toAddress(words: readonly number[], text?: string): Address {
  if (words.length === 2) {
    const quad = words.map((word) => `${word >> 8}.${word & 255}`).join(".");
    return { version: 4, words, text: quad };
  }
  const isMapped = words[5] === 0xffff && words.slice(0, 5).every((word) => word === 0);
  if (isMapped) return toAddress(words.slice(6));
  return {
    version: 6,
    words,
    text: text ?? spell(words.map((word) => word.toString(16)).join(":"))!,
  };
}

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
 * Reads an address or a CIDR range. Bits of a range behind its prefix may be set and do not count: its
 * base has none of them. A range within `::ffff:0:0/96` is its IPv4 range.
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
  const words = base.words.map((word, index) => word & maskOf(bits, index));
  return { base: toAddress(words), prefix: bits };
}

/** The bits that count of a word, 16 of them at most. */
function maskOf(prefix: number, index: number): number {
  const bits = Math.min(16, Math.max(0, prefix - 16 * index));
  return 0xffff << (16 - bits) & 0xffff;
}

function readPrefix(text: string): number {
  return PREFIX.test(text) ? Number(text) : NaN;
}

function refuse(entry: string): never {
  throw new SyntaxError(`expected ${EXPECTED}, got ${JSON.stringify(entry)}`);
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
  return base.words.every((word, index) =>
    word === (address.words[index]! & maskOf(prefix, index))
  );
}

/**
 * The addresses that are not for everybody to reach: the IANA registries of special-purpose addresses
 * (RFC 6890 and its updates), and multicast. Of IPv6, global unicast is 2000::/3 alone (RFC 4291, 2.4),
 * so that NAT64 (64:ff9b::/96), unique-local, link-local and the like need no line here.
 */
const SPECIAL = createAddressList([
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carriers' NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local: metadata of cloud machines
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
  "2001::/23", // protocol assignments: Teredo, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which holds an IPv4 address
  "3fff::/20", // documentation
]);

/** Whether an address is a public unicast address. */
export function isPublicAddress(address: Address): boolean {
  if (address.version === 6 && address.words[0]! >> 13 !== 1) return false;
  return !SPECIAL.has(address);
}
