/**
 * A process that sends the webhooks of a store what its log holds: `kill_process.ts <kv file>`.
 */
import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { stderrLog } from "../../../src/platform/log.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { openKv } from "../../support/open_kv.ts";
import { openProcess } from "./harness.ts";

/** Every key is good. */
function loadKey(id: string): KeyRecord {
  const times = { groups: [], ips: [], createdAt: 0 };
  return { id, digest: id, hint: "", owner: "", email: "", plan: "standard", ...times };
}

openProcess({
  ...{ kv: await openKv(Deno.args[0]), clock: systemClock, random: systemRandom, log: stderrLog },
  ...{ direct: systemNet, allow: ["127.0.0.0/8"], pollMs: 500, keyOf: loadKey },
});
