import assert from "node:assert/strict";
import { createAddressList, parseAddress } from "../../src/address/ip_address.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { sizeOf } from "../support/size.ts";

/** A Python; undefined: it is not named. */
const TOOLS_PYTHON = Deno.env.get("TOOLS_PYTHON") || undefined;

/** Prints ranges and addresses, near each other often, and whether Python's `ipaddress` finds one in the other. */
const ORACLE = `
import ipaddress, random, sys
count, seed = int(sys.argv[1]), int(sys.argv[2])
pick = random.Random(seed)
for _ in range(count):
    bits = pick.choice((32, 128))
    base = pick.getrandbits(bits)
    length = pick.randint(0, bits)
    made = ipaddress.IPv4Address if bits == 32 else ipaddress.IPv6Address
    network = ipaddress.ip_network((base, length), strict=False)
    if pick.random() < 0.7:
        near = base ^ (1 << pick.randrange(bits)) if pick.random() < 0.8 else base
    else:
        near = pick.getrandbits(bits)
    address = made(near)
    written = made(base)
    text = str(address) if bits == 32 or pick.random() < 0.5 else address.exploded
    print(f"{written}/{length}", text, int(address in network))
`;

const COUNT = sizeOf({ default: 20_000, full: 1_000_000 });

Deno.test({
  name: `${COUNT} addresses are in the ranges in which Python's ipaddress finds them`,
  ignore: ignoredWithout("TOOLS_PYTHON", TOOLS_PYTHON !== undefined),
  fn: async () => {
    const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 1e9));
    const args = ["-c", ORACLE, String(COUNT), String(seed)];
    const { stdout } = await new Deno.Command(TOOLS_PYTHON!, { args }).output();
    const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
    assert.equal(lines.length, COUNT);
    const inside = lines.filter((line) => line.endsWith("1")).length;
    assert.ok(inside > COUNT / 10 && inside < COUNT * 0.9, `${inside} are inside`);
    for (const line of lines) {
      const [range = "", address = "", expected] = line.split(" ");
      const found = createAddressList([range]).has(parseAddress(address));
      if (found !== (expected === "1")) assert.fail(`SEED=${seed}: ${line}`);
    }
  },
});
