import assert from "node:assert/strict";
import { BlockList } from "node:net";
import fc from "fast-check";
import { createAddressList, parseAddress } from "../../src/address/ip_address.ts";
import { propertyRun } from "../support/size.ts";

function has(entries: readonly string[], address: string): boolean {
  return createAddressList(entries).has(parseAddress(address));
}

const cases: readonly (readonly [string, string, boolean])[] = [
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

for (const [entry, address, inside] of cases) {
  Deno.test(`${entry} ${inside ? "covers" : "does not cover"} ${address}`, () => {
    assert.equal(has([entry], address), inside);
  });
}

Deno.test("a list has what any of its entries covers", () => {
  const entries = ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"];
  assert.ok(has(entries, "192.0.2.1"));
  assert.ok(has(entries, "2001:db8::5"));
  assert.ok(!has(entries, "192.0.2.2"));
});

Deno.test("an empty list has nothing, and no list has an unknown address", () => {
  assert.equal(createAddressList([]).has(parseAddress("127.0.0.1")), false);
  assert.equal(createAddressList(["0.0.0.0/0", "::/0"]).has(undefined), false);
});

const WRONG = [
  "",
  " ",
  "localhost",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0.0.0/1e1",
  "10.0/8",
  "/8",
  "2001:db8::/129",
  "fe80::1%eth0",
  "::ffff:10.0.0.0/95",
  "::ffff:10.0.0.0/8",
  "10.0.0.1-10.0.0.9",
  "10.0.0.*",
];

for (const entry of WRONG) {
  Deno.test(`createAddressList() refuses ${JSON.stringify(entry)} and names it`, () => {
    assert.throws(
      () => createAddressList(["127.0.0.1", entry]),
      (error: Error) =>
        error instanceof SyntaxError && error.message.endsWith(`got ${JSON.stringify(entry)}`),
    );
  });
}

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
