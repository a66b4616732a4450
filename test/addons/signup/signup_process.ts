/**
 * Signs up for keys and rotates them on a store, as servers do, and prints each secret once it would be shown:
 * `deno run … signup_process.ts <kv file> <round>`.
 */
import { createMeter } from "../../../src/access/limits/meter.ts";
import type { CommandEnv } from "../../../src/admin/command/command.ts";
import type { PackIndex } from "../../../src/model/pack_index.ts";
import type { Plans } from "../../../src/model/plans.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { processName, systemRandom } from "../../../src/platform/random.ts";
import { ENGINES } from "../../../src/core/addons.ts";
import { readAllSettings } from "../../../src/core/all_settings.ts";
import { createLedger } from "../../../src/quota/ledger.ts";
import { createLetterCounts } from "../../../src/addons/signup/letter_counts.ts";
import { createLinks } from "../../../src/addons/signup/links.ts";
import {
  confirmSignup,
  rotateByOwner,
  type SignupDeps,
} from "../../../src/addons/signup/sign_up.ts";
import { openStore } from "../../../src/store/store.ts";
import { PEPPER } from "../../support/issue.ts";
import { createQuietLog } from "../../support/quiet_log.ts";

const [path = "", round = ""] = Deno.args;
const env: Record<string, string> = { KV_PATH: path, KEY_PEPPER: PEPPER };
const store = await openStore(readAllSettings((name) => env[name]), {
  engines: ENGINES,
  random: systemRandom,
  isPublic: false,
  onDeploy: false,
});
const [clock, random, log] = [systemClock, systemRandom, createQuietLog()];
const plans: Plans = {
  fan: {
    rate: "unlimited",
    quota: { requests: 100, per: "day", timezone: "Asia/Jakarta" },
    signup: { by: "email", groups: ["bunga"] },
  },
};
const index = {
  plans,
  groups: [{ slug: "bunga" }],
  site: { title: "", contact: "", base_url: "" },
};
const ledger = createLedger({ kv: store.kv, clock, random, holder: processName(random), log });
const links = createLinks({ ...store, clock, random });
const deps: SignupDeps = {
  store,
  commandDeps: { store, clock, random, log } as unknown as CommandEnv,
  credentials: { refresh: () => Promise.resolve() },
  meter: createMeter(ledger, () => plans),
  mailer: { send: () => Promise.resolve({ state: "sent" }) },
  hasMail: true,
  index: () => index as unknown as PackIndex,
  baseUrl: () => "https://api.oshibase.example",
  links,
  letters: createLetterCounts({ ...store, clock, random }),
  note() {},
  later() {},
  rotated() {},
  limit() {},
};

for (let n = 0;; n++) {
  const email = `fan-${round}-${n}@fans.example`;
  const link = links.open(
    "signup",
    links.make("signup", {
      name: "Fan",
      email,
      note: "a test",
      plan: "fan",
      ips: [],
      language: "en",
    }),
  )!;
  // Two clicks at once.
  const outcomes = await Promise.all([
    confirmSignup(deps, link, "203.0.113.7"),
    confirmSignup(deps, link, "203.0.113.8"),
  ]);
  for (const made of outcomes) {
    if (made.outcome === "made") console.log(`${email} ${made.record.id} ${made.secret}`);
  }
  const [made] = outcomes.filter(({ outcome }) => outcome === "made");
  if (made?.outcome !== "made") continue;
  const options = { isNow: false, address: "203.0.113.7" };
  const rotated = await rotateByOwner(deps, made.record.id, options);
  if (typeof rotated === "object") console.log(`${email} ${rotated.record.id} ${rotated.secret}`);
}
