import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { createAddressList, parseAddress } from "../../src/http/ip_address.ts";
import { propertyRun } from "../support/size.ts";
import { clientAddress, networkOf, sourceOf } from "../../src/http/client_address.ts";

/** Addresses in their one spelling. */
const SPELLED = [
  ...["0.0.0.0", "127.0.0.1", "203.0.113.7", "255.255.255.255", "192.168.1.10", "::"],
  ...["::1", "1::", "2001:db8::7", "2001:db8:0:1:1:1:1:1"],
];

/** Addresses in another spelling, and the one that they have here. */
const OTHERWISE: readonly (readonly [string, string])[] = [
  ["2001:DB8::A", "2001:db8::a"],
  ["2001:0db8:0000:0000:0000:0000:0000:0007", "2001:db8::7"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
  ["::1.2.3.4", "::102:304"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::FFFF:102:304", "1.2.3.4"],
  ["0:0:0:0:0:ffff:7f00:1", "127.0.0.1"],
  ["0000:0000:0000:0000:0000:ffff:255.255.255.255", "255.255.255.255"],
  ["::ffff:0:1.2.3.4", "::ffff:0:102:304"],
  ["::fffe:1.2.3.4", "::fffe:102:304"],
];

/** No addresses: what inet_aton takes and a strict reader does not, ports, zones, ranges, names. */
const NONE = [
  ...["127.1", "127.0.1", "2130706433", "0x7f.0.0.1", "0x7f000001", "0177.0.0.1"],
  ...["127.0.0.01", "00.0.0.0", "1.2.3.4.", ".1.2.3.4", "1..3.4", "1.2.3", "1.2.3.4.5"],
  ...["256.0.0.1", "1.2.3.1000", "1.2.3.-4", "+1.2.3.4", "1.2.3.4e0", "1.2.3.4 "],
  ...[" 1.2.3.4", "1.2.3.4\n", "1.2.3.4\0", "١.2.3.4", "１.2.3.4", "1。2。3。4", "1.2.3.4:80"],
  ...["[1.2.3.4]", "[::1]", "[::1]:443", "fe80::1%eth0", "fe80::1%25eth0", "::1%"],
  ...["10.0.0.0/8", "::1/128", "", "localhost", "unknown", "_hidden", '"1.2.3.4"'],
  ...["for=1.2.3.4", "::ffff:01.2.3.4", "::ffff:1.2.3", "::ffff:1.2.3.4:5", "1.2.3.4::"],
  ...["::1.2.3.4:1", ":", ":::", "1::2::3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:"],
  ...[":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::"],
  ...["1:2:3:4::5:6:7:8", "12345::", "g::", "::-1", "0x1::", "1:2:3:4:5:6:7:1.2.3.4"],
];

Deno.test("parseAddress() reads an address in any spelling as the one that it has here", () => {
  for (const [text, spelling] of [...SPELLED.map((text) => [text, text] as const), ...OTHERWISE]) {
    const address = parseAddress(text);
    assert.equal(address?.text, spelling, text);
    assert.equal(address?.version, spelling.includes(":") ? 6 : 4, text);
  }
});

Deno.test("parseAddress() refuses what is no address to the letter", () => {
  for (const text of NONE) assert.equal(parseAddress(text), undefined, JSON.stringify(text));
});

Deno.test("parseAddress() agrees with isIP() on what is an address, zones apart", () => {
  const mangled = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4Extended(),
    fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(), fc.constantFrom(..."0129afg.:/%[] "))
      .map(([text, at, sign]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + sign + text.slice(place);
      }),
  );
  fc.assert(
    fc.property(mangled, (text) => {
      assert.equal(parseAddress(text) !== undefined, isIP(text) !== 0 && !text.includes("%"));
    }),
    propertyRun(5_000),
  );
});

Deno.test("parseAddress() reads its own spelling as the same address", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const address = parseAddress(text)!;
      assert.deepEqual(parseAddress(address.text), address);
    }),
    propertyRun(2_000),
  );
});

function has(entries: readonly string[], address: string): boolean {
  return createAddressList(entries).has(parseAddress(address));
}

const RANGES: readonly (readonly [string, string, boolean])[] = [
  ["203.0.113.7", "203.0.113.7", true],
  ["203.0.113.7", "203.0.113.8", false],
  ["203.0.113.7", "::ffff:203.0.113.7", true],
  ["::ffff:203.0.113.7", "203.0.113.7", true],
  ["10.0.0.0/8", "10.255.255.255", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["10.1.2.3/8", "10.9.9.9", true],
  ["192.168.4.0/22", "192.168.7.255", true],
  ["192.168.4.0/22", "192.168.8.0", false],
  ["203.0.113.6/31", "203.0.113.7", true],
  ["203.0.113.7/32", "203.0.113.6", false],
  ["0.0.0.0/0", "255.1.2.3", true],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["::/0", "2001:db8::1", true],
  ["::/0", "1.2.3.4", false],
  ["::ffff:0:0/96", "1.2.3.4", true],
  ["::ffff:10.0.0.0/104", "10.3.4.5", true],
  ["::ffff:10.0.0.0/104", "11.3.4.5", false],
  ["2001:db8::/32", "2001:db8:ffff::1", true],
  ["2001:db8::/32", "2001:db9::1", false],
  ["2001:db8:0:ff00::/56", "2001:db8:0:ffab::1", true],
  ["2001:db8:0:ff00::/56", "2001:db8:0:feab::1", false],
  ["::1", "0:0:0:0:0:0:0:1", true],
  ["2001:DB8::A/128", "2001:db8::a", true],
  ["2001:db8::/127", "2001:db8::2", false],
];

Deno.test("a list has what its ranges cover, an address mapped into IPv6 as it is in IPv4", () => {
  for (const [entry, address, inside] of RANGES) {
    assert.equal(has([entry], address), inside, `${address} in ${entry}`);
    assert.equal(has(["192.0.2.1", entry, "fd00::/8"], address), inside);
  }
});

Deno.test("an empty list has nothing, and no list has an unknown address", () => {
  assert.equal(createAddressList([]).has(parseAddress("127.0.0.1")), false);
  assert.equal(createAddressList(["0.0.0.0/0", "::/0"]).has(undefined), false);
});

const WRONG = [
  ...["", " ", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/-1"],
  ...["10.0.0.0/8/8", "10.0.0.0/1e1", "10.0/8", "/8", "2001:db8::/129", "fe80::1%eth0"],
  ...["::ffff:10.0.0.0/95", "::ffff:10.0.0.0/8", "10.0.0.1-10.0.0.9", "10.0.0.*"],
];

Deno.test("createAddressList() refuses what is no range, and names it", () => {
  for (const entry of WRONG) {
    assert.throws(() => createAddressList(["127.0.0.1", entry]), (error) => {
      return error instanceof SyntaxError && error.message.endsWith(`got ${JSON.stringify(entry)}`);
    });
  }
});

Deno.test("a range covers the same addresses as a BlockList of node:net", () => {
  const near = fc.record({
    version: fc.constantFrom(4, 6),
    base: fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }),
    prefix: fc.nat(128),
    flipped: fc.nat(127),
  });
  fc.assert(
    fc.property(near, ({ version, base, prefix, flipped }) => {
      const width = version === 4 ? 32 : 128;
      const bytes = base.slice(0, width / 8);
      const other = [...bytes];
      const bit = flipped % width;
      other[bit >> 3]! ^= 0x80 >> (bit & 7);
      const [network, address] = [bytes, other].map((all) => written(all));
      const bits = prefix % (width + 1);
      const family = version === 4 ? "ipv4" : "ipv6";
      const expected = new BlockList();
      expected.addSubnet(network!, bits, family);
      assert.equal(has([`${network}/${bits}`], address!), expected.check(address!, family));
    }),
    propertyRun(3_000),
  );
});

function written(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, n) => (bytes[2 * n]! << 8 | bytes[2 * n + 1]!));
  return groups.map((group) => group.toString(16)).join(":");
}

const NOBODY = createAddressList([]);
const PROXIES = createAddressList(["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"]);

/** What a caller may send to pass for 203.0.113.7, a whitelisted address. */
const SPOOFS = [
  ...["203.0.113.7", "203.0.113.7, 203.0.113.7", "203.0.113.7,10.0.0.1", "10.0.0.1, 203.0.113.7"],
  ...["127.0.0.1", ", 203.0.113.7", "203.0.113.7,", "::ffff:203.0.113.7", "203.0.113.7:443"],
  ...["[203.0.113.7]", '"203.0.113.7"', "for=203.0.113.7", "unknown, 203.0.113.7"],
  ...["203.0.113.7 203.0.113.7", "\t203.0.113.7\t"],
];

const CALLER = "198.51.100.9";

Deno.test("nothing that a caller writes passes for another address: a proxy appends the caller's own", () => {
  for (const spoof of SPOOFS) {
    for (
      const [socket, header, proxies, expected] of [
        [CALLER, spoof, NOBODY, CALLER],
        ["127.0.0.1", spoof, NOBODY, "127.0.0.1"],
        [CALLER, spoof, PROXIES, CALLER],
        ["127.0.0.1", `${spoof}, ${CALLER}`, PROXIES, CALLER],
        ["127.0.0.1", `${spoof},${CALLER},10.1.1.1`, PROXIES, CALLER],
      ] as const
    ) assert.equal(clientAddress(socket, header, proxies)?.text, expected, header);
  }
});

const cases: readonly (readonly [string, string, string | null, string | undefined])[] = [
  ["no header", "127.0.0.1", null, "127.0.0.1"],
  ["an empty header", "127.0.0.1", "", "127.0.0.1"],
  ["one entry", "127.0.0.1", "198.51.100.9", "198.51.100.9"],
  ["a mapped socket of a proxy", "::ffff:10.2.3.4", "198.51.100.9", "198.51.100.9"],
  ["an IPv6 proxy and caller", "2001:db8:ffff::1", "2001:DB8:0::9", "2001:db8::9"],
  ["two proxies on the way", "127.0.0.1", "1.1.1.1, 198.51.100.9, 10.0.0.5", "198.51.100.9"],
  ["proxies all the way", "127.0.0.1", "10.0.0.9, 10.0.0.5", "10.0.0.9"],
  ["a mapped entry", "127.0.0.1", "::ffff:198.51.100.9", "198.51.100.9"],
  ["an entry with a port", "127.0.0.1", "198.51.100.9:1234", undefined],
  ["an entry in brackets", "127.0.0.1", "[2001:db8::9]", undefined],
  ["an entry with a zone", "127.0.0.1", "fe80::1%eth0", undefined],
  ["an entry that is a name", "127.0.0.1", "198.51.100.9, unknown", undefined],
  ["an empty last entry", "127.0.0.1", "198.51.100.9,", undefined],
  ["an unreadable entry before a proxy", "127.0.0.1", "1.1.1.1, ?, 10.0.0.5", undefined],
  ["a shorthand entry", "127.0.0.1", "127.1", undefined],
  ["an unreadable socket", "unix:/run/x", "198.51.100.9", undefined],
  ["an entry within no-break spaces", "127.0.0.1", "\u00a0198.51.100.9", undefined],
];

Deno.test("clientAddress() is the right-most entry that is no proxy, or nobody if that is no address", () => {
  for (const [name, socket, header, caller] of cases) {
    assert.equal(clientAddress(socket, header, PROXIES)?.text, caller, name);
  }
});

Deno.test("networkOf() is a /24 or a /48, sourceOf() an IPv4 address by itself, or a /48", () => {
  const names = (text: string) => [networkOf, sourceOf].map((name) => name(parseAddress(text)));
  assert.deepEqual(names("203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("::ffff:203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("2001:db8:1:ab01::1"), ["2001:db8:1::/48", "2001:db8:1::/48"]);
  assert.deepEqual(names("?"), ["unknown", "unknown"]);
});
