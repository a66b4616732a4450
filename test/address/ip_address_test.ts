import assert from "node:assert/strict";
import { isIP } from "node:net";
import fc from "fast-check";
import { parseAddress } from "../../src/address/ip_address.ts";
import { propertyRun } from "../support/size.ts";

/** What is written, and its one spelling; undefined: it is no address. */
const VECTORS: readonly (readonly [string, string | undefined])[] = [
  ["0.0.0.0", "0.0.0.0"],
  ["127.0.0.1", "127.0.0.1"],
  ["203.0.113.7", "203.0.113.7"],
  ["255.255.255.255", "255.255.255.255"],
  ["192.168.1.10", "192.168.1.10"],
  // What inet_aton takes, and a strict reader does not.
  ["127.1", undefined],
  ["127.0.1", undefined],
  ["2130706433", undefined],
  ["0x7f.0.0.1", undefined],
  ["0x7f000001", undefined],
  ["0177.0.0.1", undefined],
  ["127.0.0.01", undefined],
  ["00.0.0.0", undefined],
  ["1.2.3.4.", undefined],
  [".1.2.3.4", undefined],
  ["1..3.4", undefined],
  ["1.2.3", undefined],
  ["1.2.3.4.5", undefined],
  ["256.0.0.1", undefined],
  ["1.2.3.1000", undefined],
  ["1.2.3.-4", undefined],
  ["+1.2.3.4", undefined],
  ["1.2.3.4e0", undefined],
  ["1.2.3.4 ", undefined],
  [" 1.2.3.4", undefined],
  ["1.2.3.4\n", undefined],
  ["1.2.3.4\0", undefined],
  ["١.2.3.4", undefined],
  ["１.2.3.4", undefined],
  ["1。2。3。4", undefined],
  // Ports, brackets, zones, ranges, names.
  ["1.2.3.4:80", undefined],
  ["[1.2.3.4]", undefined],
  ["[::1]", undefined],
  ["[::1]:443", undefined],
  ["fe80::1%eth0", undefined],
  ["fe80::1%25eth0", undefined],
  ["::1%", undefined],
  ["10.0.0.0/8", undefined],
  ["::1/128", undefined],
  ["", undefined],
  ["localhost", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ['"1.2.3.4"', undefined],
  ["for=1.2.3.4", undefined],
  // IPv6, and its one spelling.
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:db8::7", "2001:db8::7"],
  ["2001:DB8::A", "2001:db8::a"],
  ["2001:0db8:0000:0000:0000:0000:0000:0007", "2001:db8::7"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
  ["::1.2.3.4", "::102:304"],
  // An IPv4-mapped address is its IPv4 address.
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::FFFF:102:304", "1.2.3.4"],
  ["0:0:0:0:0:ffff:7f00:1", "127.0.0.1"],
  ["0000:0000:0000:0000:0000:ffff:255.255.255.255", "255.255.255.255"],
  ["::ffff:0:1.2.3.4", "::ffff:0:102:304"],
  ["::fffe:1.2.3.4", "::fffe:102:304"],
  ["::ffff:01.2.3.4", undefined],
  ["::ffff:1.2.3", undefined],
  ["::ffff:1.2.3.4:5", undefined],
  ["1.2.3.4::", undefined],
  ["::1.2.3.4:1", undefined],
  // What is no IPv6 address.
  [":", undefined],
  [":::", undefined],
  ["1::2::3", undefined],
  [":1:2:3:4:5:6:7", undefined],
  ["1:2:3:4:5:6:7:", undefined],
  [":1:2:3:4:5:6:7:8", undefined],
  ["1:2:3:4:5:6:7", undefined],
  ["1:2:3:4:5:6:7:8:9", undefined],
  ["1:2:3:4:5:6:7:8::", undefined],
  ["1:2:3:4::5:6:7:8", undefined],
  ["12345::", undefined],
  ["g::", undefined],
  ["::-1", undefined],
  ["0x1::", undefined],
  ["1:2:3:4:5:6:7:1.2.3.4", undefined],
];

for (const [text, spelling] of VECTORS) {
  const verdict = spelling === undefined ? "refuses" : "reads";
  Deno.test(`parseAddress() ${verdict} ${JSON.stringify(text)}`, () => {
    const address = parseAddress(text);
    assert.equal(address?.text, spelling);
    if (spelling !== undefined) assert.equal(address?.version, spelling.includes(":") ? 6 : 4);
  });
}

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
