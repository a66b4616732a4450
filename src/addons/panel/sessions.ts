import { Buffer } from "node:buffer";
import { isEqual, type SecretHash } from "../../access/records/secret.ts";
import type { UserRecord, UserStore } from "../../access/records/user_store.ts";
import type { ParsedRequest } from "../../http/request.ts";
import { deadline } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { type KvKey, setUntil, StoreError } from "../../platform/kv.ts";
import { createMac } from "../../toolbox/mac.ts";

/** A cookie as a header sets it. */
type CookieHeader = readonly [name: string, value: string];

/** An administrator who has logged in. */
export interface Session {
  readonly id: string;
  readonly user: UserRecord;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

const SESSION_S = 8 * 3600;
/** How long a request waits to learn whether its session still holds. */
const LOOK_MS = 1_000;
/** Another host of the same site can set a cookie of that name, which must not log anybody out. */
const MAX_COOKIES = 4;
/** `id.expiry.MAC`; the id begins with the name in base64url. */
const COOKIE = /^(([\w-]+)~[0-9a-f]{32})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * The sessions of all processes. Nothing of a session is stored but that it was ended: its key is made of
 * the pepper and of the password's record, so that another password ends it.
 */
export function createSessions(
  { kv, users, secretHash, clock, random }: Omit<Env, "log"> & {
    readonly users: Pick<UserStore, "find">;
    readonly secretHash: SecretHash;
  },
) {
  const now = () => Math.floor(clock.now() / 1000);

  function macOf({ id, expiresAt, user }: Session): string {
    const { id: name, digest, changedAt } = user;
    const mark = [name, digest, changedAt].join("\n");
    return createMac(secretHash(`panel session\n${mark}`))(`cookie\n${id}\n${expiresAt}`);
  }

  async function resume(cookie: string): Promise<Session | undefined> {
    const [, id, encoded, expiry, mac] = COOKIE.exec(cookie) ?? [];
    if (id === undefined || Number(expiry) <= now()) return undefined;
    const name = Buffer.from(encoded!, "base64url").toString();
    const read = Promise.all([users.find(name), kv.get(endedKey(id))]);
    const [user, ended] = await deadline(clock, LOOK_MS, read, noAnswer);
    if (user === undefined || ended.value !== null) return undefined;
    const session = { id, user, expiresAt: Number(expiry) };
    return isEqual(Buffer.from(macOf(session)), Buffer.from(mac!)) ? session : undefined;
  }

  return {
    /** Begins the session of an administrator who has proved a password; the header that sets it. */
    begin(request: ParsedRequest, user: UserRecord): CookieHeader {
      const name = Buffer.from(user.id).toString("base64url");
      const id = `${name}~${random.bytes(16).toHex()}`;
      const session = { id, user, expiresAt: now() + SESSION_S };
      return cookie(request, `${id}.${session.expiresAt}.${macOf(session)}`, SESSION_S);
    },
    /** The session of the first cookie that holds. Rejects if the store cannot tell. */
    async find(request: ParsedRequest): Promise<Session | undefined> {
      for (const value of cookiesOf(request)) {
        const session = await resume(value);
        if (session !== undefined) return session;
      }
      return undefined;
    },
    /** Ends a session for all processes; the header that takes its cookie back. */
    async end(request: ParsedRequest, { id, expiresAt }: Session): Promise<CookieHeader> {
      const at = clock.now();
      const until = Math.max(at, expiresAt * 1000) + 60_000;
      await kv.commit([], [setUntil(endedKey(id), {}, until, at)]);
      return cookie(request, "", 0);
    },
  };
}

function noAnswer(): StoreError {
  return new StoreError(`no answer within ${LOOK_MS} ms`);
}

function endedKey(id: string): KvKey {
  return ["panel", "ended", id];
}

/** Browsers take a cookie of the first name over https alone (RFC 6265bis, 4.1.3.1). */
function cookieName({ isSecure }: ParsedRequest): string {
  return isSecure ? "__Secure-osb_admin" : "osb_admin";
}

function cookiesOf(request: ParsedRequest): string[] {
  const begin = `${cookieName(request)}=`;
  const pairs = request.headers.get("cookie")?.split(";").map((pair) => pair.trim()) ?? [];
  const values = pairs.filter((pair) => pair.startsWith(begin));
  return [...new Set(values)].slice(0, MAX_COOKIES).map((pair) => pair.slice(begin.length));
}

function cookie(request: ParsedRequest, value: string, maxAgeS: number): CookieHeader {
  const secure = request.isSecure ? "; Secure" : "";
  const attributes = `Max-Age=${maxAgeS}; Path=/admin; HttpOnly; SameSite=Strict${secure}`;
  return ["set-cookie", `${cookieName(request)}=${value}; ${attributes}`];
}
