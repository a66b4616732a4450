import assert from "node:assert/strict";
import { createAddressList, parseAddress } from "../../src/address/ip_address.ts";
import { clientAddress } from "../../src/address/client_address.ts";
import { networkOf, sourceOf } from "../../src/address/client_address.ts";

const NOBODY = createAddressList([]);
const PROXIES = createAddressList(["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"]);

/** What a caller may send to pass for 203.0.113.7, a whitelisted address. */
const SPOOFS = [
  "203.0.113.7",
  "203.0.113.7, 203.0.113.7",
  "203.0.113.7,10.0.0.1",
  "10.0.0.1, 203.0.113.7",
  "127.0.0.1",
  ", 203.0.113.7",
  "203.0.113.7,",
  "::ffff:203.0.113.7",
  "203.0.113.7:443",
  "[203.0.113.7]",
  '"203.0.113.7"',
  "for=203.0.113.7",
  "unknown, 203.0.113.7",
  "203.0.113.7 203.0.113.7",
  "\t203.0.113.7\t",
];

for (const spoof of SPOOFS) {
  Deno.test(`without trusted proxies ${JSON.stringify(spoof)} changes nothing`, () => {
    assert.equal(clientAddress("198.51.100.9", spoof, NOBODY)?.text, "198.51.100.9");
    assert.equal(clientAddress("127.0.0.1", spoof, NOBODY)?.text, "127.0.0.1");
  });

  Deno.test(`from a socket that is no proxy ${JSON.stringify(spoof)} changes nothing`, () => {
    assert.equal(clientAddress("198.51.100.9", spoof, PROXIES)?.text, "198.51.100.9");
  });

  Deno.test(`what a proxy appends to ${JSON.stringify(spoof)} is the caller`, () => {
    assert.equal(
      clientAddress("127.0.0.1", `${spoof}, 198.51.100.9`, PROXIES)?.text,
      "198.51.100.9",
    );
    assert.equal(
      clientAddress("127.0.0.1", `${spoof},198.51.100.9,10.1.1.1`, PROXIES)?.text,
      "198.51.100.9",
    );
  });
}

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

for (const [name, socket, header, caller] of cases) {
  Deno.test(`clientAddress() of ${name} is ${caller ?? "unknown"}`, () => {
    assert.equal(clientAddress(socket, header, PROXIES)?.text, caller);
  });
}

Deno.test("clientAddress() is not held up by a long run of spaces within an entry", () => {
  const entry = `1${" ".repeat(300_000)}1`;
  const startedAt = performance.now();
  assert.equal(clientAddress("127.0.0.1", `${entry}, 10.0.0.5`, PROXIES), undefined);
  // Looking at the run from each of its spaces took 40 s.
  assert.ok(performance.now() - startedAt < 5_000);
});

Deno.test("networkOf() is a /24 or a /48, sourceOf() an IPv4 address by itself, or a /48", () => {
  const names = (text: string) => [networkOf, sourceOf].map((name) => name(parseAddress(text)));
  assert.deepEqual(names("203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("::ffff:203.0.113.7"), ["203.0.113.0/24", "203.0.113.7"]);
  assert.deepEqual(names("2001:db8:1:ab01::1"), ["2001:db8:1::/48", "2001:db8:1::/48"]);
  assert.deepEqual(names("?"), ["unknown", "unknown"]);
});
