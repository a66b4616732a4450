import type { ParsedRequest, Query } from "../http/request.ts";
import type { Kv } from "../platform/kv.ts";
import type { Random } from "../platform/random.ts";
import { sentFormKey } from "../platform/store_keys.ts";
import { PageError } from "./page_context.ts";
import { isSame, type Session } from "./sessions.ts";

/** The field in which a form brings its token. */
export const FORM_TOKEN = "form";

/** Forms of pages, each of which can be sent once. */
interface Forms {
  /** A token for one form of this session: `number.MAC`. */
  token(session: Session): string;
  /**
   * The number of a form whose token belongs to this session.
   *
   * @throws {PageError} 403 where it does not
   */
  check(session: Session, fields: Query): string;
  /** Notes that a form was sent; false where it was sent before, to whichever process. */
  claim(session: Session, number: string): Promise<boolean>;
}

const TOKEN = /^([0-9a-f]{32})\.([\w-]{43})$/;

/** Forms are told apart by numbers; those that were sent are remembered for as long as the session may hold. */
export function createForms({ kv, random, now }: {
  kv: Kv;
  random: Random;
  /** Epoch ms. */
  now(): number;
}): Forms {
  const macOf = ({ sign, id }: Session, number: string) => sign(`form\n${id}\n${number}`);
  return {
    token(session) {
      const number = random.bytes(16).toHex();
      return `${number}.${macOf(session, number)}`;
    },
    check(session, fields) {
      const [, number, mac] = TOKEN.exec(fields.get(FORM_TOKEN)?.[0] ?? "") ?? [];
      if (number !== undefined && isSame(mac!, macOf(session, number))) return number;
      throw foreignForm();
    },
    async claim({ expiresAt }, number) {
      const key = sentFormKey(number);
      const expireInMs = Math.max(0, expiresAt * 1000 - now()) + 60_000;
      const write = { set: key, value: { expiresAt }, expireInMs };
      return await kv.commit([{ key, version: null }], [write]) !== null;
    },
  };
}

/**
 * Refuses a form that another site sent. A browser says so by `Sec-Fetch-Site`, which no script can
 * set (Fetch Metadata); an older one by `Origin` (RFC 6454).
 *
 * @throws {PageError} 403
 */
export function checkSameOrigin({ headers, isSecure }: ParsedRequest): void {
  const site = headers.get("sec-fetch-site");
  const own = `${isSecure ? "https" : "http"}://${headers.get("host") ?? ""}`;
  const isOwn = site === null ? headers.get("origin") === own : site === "same-origin";
  if (!isOwn) throw foreignForm();
}

function foreignForm(): PageError {
  return new PageError(403, {
    title: "This form was not sent from this page",
    text: "Nothing was done. The page may have been open for too long, or another site sent the " +
      "form: open the page again and send the form from there.",
  });
}
