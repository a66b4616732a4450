import { networkOf } from "../../http/client_address.ts";
import { parseAddress } from "../../http/ip_address.ts";
import type { SecretHash } from "../../access/records/secret.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { setUntil } from "../../platform/kv.ts";
import { signupCountKey } from "../../platform/credential_keys.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS } from "../../toolbox/durations.ts";

/** Whether a letter may be sent; else who has asked for too many; `network` may be all together. */
type LetterVerdict = "send" | "email" | "network";

/** How many letters may be asked for in a day (UTC) or an hour. */
const LIMITS: readonly {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  readonly verdict: LetterVerdict;
  subject(email: string, network: string): string;
}[] = [
  { name: "network", most: 10, windowMs: HOUR_MS, verdict: "network", subject: (_, own) => own },
  { name: "all", most: 200, windowMs: HOUR_MS, verdict: "network", subject: () => "" },
  { name: "email", most: 9, windowMs: DAY_MS, verdict: "email", subject: (email) => email },
  {
    name: "emailFromNetwork",
    most: 3,
    windowMs: DAY_MS,
    verdict: "email",
    subject: (email, network) => `${email}\n${network}`,
  },
];

interface LetterCount {
  readonly count: number;
}

const ATTEMPTS = 100;
const CONTENTION: BackOff = { firstMs: 2, maxMs: 100 };

/** Counts the letters that are asked for, in the store, exactly over all processes. */
export type LetterCounts = ReturnType<typeof createLetterCounts>;

export function createLetterCounts(
  { kv, clock, random, secretHash }: Omit<Env, "log"> & { readonly secretHash: SecretHash },
) {
  return {
    /** Counts a letter that is asked for from an address to a folded e-mail, if it may be sent. */
    async take(email: string, address: string): Promise<LetterVerdict> {
      const network = networkOf(parseAddress(address));
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const now = clock.now();
        const entries = await kv.getMany<LetterCount>(LIMITS.map((limit) =>
          signupCountKey(
            secretHash(`letters\n${limit.name}\n${limit.subject(email, network)}`),
            String(Math.floor(now / limit.windowMs)),
          )
        ));
        const counts = entries.map(({ value }) => value?.count ?? 0);
        const full = LIMITS.find(({ most }, n) => counts[n]! >= most);
        if (full !== undefined) return full.verdict;
        const done = await kv.commit(
          entries.map(({ key, version }) => ({ key, version })),
          entries.map(({ key }, n) => {
            const next: LetterCount = { count: counts[n]! + 1 };
            return setUntil(key, next, now + 2 * LIMITS[n]!.windowMs, now);
          }),
        );
        if (done !== null) return "send";
        await sleep(clock, fullJitterMs(CONTENTION, attempt, random.fraction()));
      }
      return "network";
    },
  };
}
