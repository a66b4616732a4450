import { networkOf } from "../../address/client_address.ts";
import { parseAddress } from "../../address/ip_address.ts";
import type { SecretHash } from "../../access/records/secret.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { setUntil } from "../../platform/kv.ts";
import { signupCountKey } from "../../platform/credential_keys.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS } from "../../toolbox/durations.ts";

/** How many letters may be asked for in a day (UTC) or an hour. */
const LIMITS = {
  emailFromNetwork: { most: 3, windowMs: DAY_MS },
  email: { most: 9, windowMs: DAY_MS },
  network: { most: 10, windowMs: HOUR_MS },
  all: { most: 200, windowMs: HOUR_MS },
} as const;

interface LetterCount {
  readonly count: number;
}

type CountName = keyof typeof LIMITS;

/** Whether a letter may be sent; else who has asked for too many; `network` may be all together. */
type LetterVerdict = "send" | "email" | "network";

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
      const subjects: Readonly<Record<CountName, string>> = {
        emailFromNetwork: `${email}\n${network}`,
        email,
        network,
        all: "",
      };
      const names = Object.keys(LIMITS) as CountName[];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const now = clock.now();
        const keys = names.map((name) =>
          signupCountKey(
            secretHash(`letters\n${name}\n${subjects[name]}`),
            String(Math.floor(now / LIMITS[name].windowMs)),
          )
        );
        const entries = await kv.getMany<LetterCount>(keys);
        const isFull = (name: CountName) =>
          (entries[names.indexOf(name)]!.value?.count ?? 0) >= LIMITS[name].most;
        if (isFull("network") || isFull("all")) return "network";
        if (isFull("email") || isFull("emailFromNetwork")) return "email";
        const done = await kv.commit(
          entries.map(({ key, version }) => ({ key, version })),
          entries.map(({ key, value }, index) => {
            const next: LetterCount = { count: (value?.count ?? 0) + 1 };
            return setUntil(key, next, now + 2 * LIMITS[names[index]!].windowMs, now);
          }),
        );
        if (done !== null) return "send";
        await sleep(clock, fullJitterMs(CONTENTION, attempt, random.fraction()));
      }
      return "network";
    },
  };
}
