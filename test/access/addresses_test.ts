import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { createAddressList, parseAddress } from "../../src/address/ip_address.ts";
import { propertyRun } from "../support/size.ts";
import { networkOf, sourceOf } from "../../src/address/client_address.ts";

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
  for (const [text, spelling] of OTHERWISE) {
    assert.equal(parseAddress(text)?.text, spelling, text);
    assert.equal(parseAddress(spelling)?.text, spelling, text);
  }
});

Deno.test("parseAddress() refuses what is no address to the letter", () => {
  for (const text of NONE) assert.equal(parseAddress(text), undefined, JSON.stringify(text));
});

Deno.test("parseAddress() agrees with isIP() on what is an address, and reads its own spelling", () => {
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
      const address = parseAddress(text);
      assert.equal(address !== undefined, isIP(text) !== 0 && !text.includes("%"));
      if (address !== undefined) assert.deepEqual(parseAddress(address.text), address);
    }),
    propertyRun(5_000),
  );
});

function has(entries: readonly string[], address: string): boolean {
  return createAddressList(entries).has(parseAddress(address));
}

Deno.test("a mapped address or range is its IPv4 one, and no list has an unknown address", () => {
  assert.ok(has(["203.0.113.7"], "::ffff:203.0.113.7"));
  assert.ok(has(["::ffff:10.0.0.0/104"], "10.3.4.5"));
  assert.ok(!has(["::ffff:10.0.0.0/104"], "11.3.4.5"));
  assert.ok(!has(["::/0"], "1.2.3.4") && !has(["0.0.0.0/0"], "2001:db8::1"));
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

Deno.test("networkOf() is a /24 or a /48, sourceOf() an IPv4 address by itself, or a /48", () => {
  const names = (text: string) => [networkOf, sourceOf].map((name) => name(parseAddress(text)));
  assert.deepEqual(names("203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("::ffff:203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("2001:db8:1:ab01::1"), ["2001:db8:1::/48", "2001:db8:1::/48"]);
  assert.deepEqual(names("?"), ["unknown", "unknown"]);
});
