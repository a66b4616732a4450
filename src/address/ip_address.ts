/** An IP address. An IPv4-mapped IPv6 address is its IPv4 address. */
export interface Address {
  readonly version: 4 | 6;
  /** The bits from the left, 16 at a time: two numbers for IPv4, eight for IPv6. */
  readonly words: readonly number[];
  /** The one spelling of it: dotted quad, or RFC 5952. */
  readonly text: string;
}

const QUAD = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
/** The longest spelling has eight groups of which the last two are a dotted quad. */
const LONGEST = 45;

/**
 * Reads an address in strict notation; undefined for anything else. Dotted quads have four decimal
 * numbers without leading zeros; IPv6 is that of RFC 4291, section 2.2. Zones, brackets, ports, spaces
 * and the shorthands of `inet_aton` (`127.1`, `0x7f.1`, `017.0.0.1`) are not taken.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  const words = text.includes(":") ? parseGroups(text) : parseQuad(text);
  return words === undefined ? undefined : toAddress(words);
}

function parseQuad(text: string): number[] | undefined {
  const match = QUAD.exec(text);
  if (match === null) return undefined;
  const bytes = match.slice(1).map(Number);
  const isStrict = bytes.every((byte, n) => byte < 256 && String(byte) === match[n + 1]);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return isStrict ? [a << 8 | b, c << 8 | d] : undefined;
}

function parseGroups(text: string): number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [left = "", right] = halves;
  const head = parseHalf(left, right === undefined);
  const tail = right === undefined ? [] : parseHalf(right, true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  // `::` replaces one group of zeros at least.
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The groups on one side of `::`; only the very end of the address may be a dotted quad. */
function parseHalf(text: string, isEnd: boolean): number[] | undefined {
  if (text === "") return [];
  const words: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    const quad = isEnd && index === groups.length - 1 ? parseQuad(group) : undefined;
    if (quad === undefined && !GROUP.test(group)) return undefined;
    words.push(...quad ?? [parseInt(group, 16)]);
  }
  return words;
}

function toAddress(words: readonly number[]): Address {
  if (words.length === 2) return { version: 4, words, text: quadText(words) };
  const isMapped = words[5] === 0xffff && words.slice(0, 5).every((word) => word === 0);
  return isMapped ? toAddress(words.slice(6)) : { version: 6, words, text: groupText(words) };
}

function quadText(words: readonly number[]): string {
  return words.map((word) => `${word >> 8}.${word & 255}`).join(".");
}

/** RFC 5952, section 4: lower case, no leading zeros, the first longest run of zeros as `::`. */
function groupText(words: readonly number[]): string {
  const { start, length } = longestZeros(words);
  const groups = words.map((word) => word.toString(16));
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

function longestZeros(words: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  for (let start = 0; start < words.length; start++) {
    let length = 0;
    while (words[start + length] === 0) length++;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}
