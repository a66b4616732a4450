import { Buffer } from "node:buffer";
import { isEqual, type SecretHash } from "../access/records/secret.ts";
import type { Env } from "../platform/env.ts";
import { sentFormKey } from "../platform/store_keys.ts";
import { HOUR_MS } from "../toolbox/durations.ts";

/** How long a page with a form may stay open. */
const FORM_MS = HOUR_MS;
const TOKEN = /^([0-9a-f]{32})\.(\d{1,15})\.([\w-]{43})$/;

/** The tokens without which no form is taken: a page of this service made each, for one purpose. */
export type FormTokens = ReturnType<typeof createFormTokens>;

export function createFormTokens(
  { kv, clock, random, secretHash }: Omit<Env, "log"> & { readonly secretHash: SecretHash },
) {
  const macOf = (purpose: string, number: string, madeAt: string) =>
    secretHash(`key form\n${purpose}\n${number}\n${madeAt}`);

  return {
    make(purpose: string): string {
      const number = random.bytes(16).toHex();
      const madeAt = String(clock.now());
      return `${number}.${madeAt}.${macOf(purpose, number, madeAt)}`;
    },
    /** The number of a form; undefined if the token is none of this purpose, or too old. */
    read(purpose: string, token: string): string | undefined {
      const [, number, madeAt, mac] = TOKEN.exec(token) ?? [];
      if (number === undefined) return undefined;
      const meant = macOf(purpose, number, madeAt!);
      if (!isEqual(Buffer.from(mac!), Buffer.from(meant))) return undefined;
      return Math.abs(clock.now() - Number(madeAt)) < FORM_MS ? number : undefined;
    },
    /** Notes that a form was sent; false if it was sent before, to whichever process. */
    async claim(number: string): Promise<boolean> {
      const key = sentFormKey(number);
      const write = { set: key, value: { at: clock.now() }, expireInMs: 2 * FORM_MS };
      return await kv.commit([{ key, version: null }], [write]) !== null;
    },
  };
}
