import { Buffer } from "node:buffer";
import { isEqual, type SecretHash } from "../access/records/secret.ts";
import { deadline } from "../platform/clock.ts";
import { endedSessionKey, sentFormKey } from "../platform/store_keys.ts";
import { type KvKey, type KvWrite, setUntil } from "../platform/kv.ts";
import type { UserRecord, UserStore } from "../access/records/user_store.ts";
import type { ParsedRequest, Query } from "../http/request.ts";
import type { Env } from "../platform/env.ts";
import { createMac } from "../toolbox/mac.ts";
import { createMemo } from "../toolbox/memo.ts";
import { PageError } from "./outcome_pages.ts";

/** Browsers take a cookie whose name begins so over https alone (RFC 6265bis, 4.1.3.1). */
const SECURE_NAME = "__Secure-osb_admin";
/** On loopback there may be no https. */
const LOOPBACK_NAME = "osb_admin";
const PATH = "/admin";

const MAX_COOKIES = 4;

/**
 * The values of the panel's cookie, as they came. There may be several: another host of the same site
 * can set one of that name, which must not log anybody out.
 */
function readCookies(request: ParsedRequest): readonly string[] {
  const name = cookieName(request);
  const pairs = request.headers.get("cookie")?.split(";").map((pair) => pair.trim()) ?? [];
  const values = new Set(
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1)),
  );
  return [...values].slice(0, MAX_COOKIES);
}

/** The `Set-Cookie` header of a value that holds for so many seconds; 0 takes the cookie back. */
function cookieHeader(
  request: Pick<ParsedRequest, "isSecure">,
  value: string,
  maxAgeS: number,
): readonly [string, string] {
  const cookie = `${cookieName(request)}=${value}; Max-Age=${maxAgeS}; Path=${PATH}`;
  const secure = request.isSecure ? "; Secure" : "";
  return ["set-cookie", `${cookie}; HttpOnly; SameSite=Strict${secure}`];
}

function cookieName({ isSecure }: Pick<ParsedRequest, "isSecure">): string {
  return isSecure ? SECURE_NAME : LOOPBACK_NAME;
}

const SESSION_S = 8 * 3600;
/** How long a request waits to learn whether its session still holds. */
const LOOK_MS = 1_000;
/** Sessions that go on if the store cannot tell: those that held when it last could. */
const MAX_KNOWN = 100;
/** How long ago that may have been: a password that was changed elsewhere ends a session, too. */
const KNOWN_S = 15 * 60;

/** A browser that is shown pages: of an administrator, or of somebody who may log in. */
export interface Session {
  /** Names the session; never given to two of them. */
  readonly id: string;
  /** Undefined: nobody has logged in. */
  readonly username: string | undefined;
  /** Epoch seconds. */
  readonly expiresAt: number;
  /** Signs what belongs to this session, in base64url. */
  sign(text: string): string;
  /** The header that has the browser keep it; undefined if the browser has it. */
  readonly cookie: readonly [string, string] | undefined;
}

/** The sessions of all processes, and the forms that they are shown. */
export type Sessions = ReturnType<typeof createSessions>;

/** Whose session it is; without a user nobody's who has logged in. */
interface Holder {
  readonly user: UserRecord | undefined;
  /** When the store was read, epoch seconds. */
  readonly readAt: number;
}

/** A cookie: `id.expiry.MAC`. The id of an administrator's session begins with the name in base64url. */
const COOKIE = /^((?:[\w-]+)?~[0-9a-f]{32})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * Creates the sessions. Nothing of a session is stored but that it was ended: its key is made of the
 * pepper and of the password's record, so that another password, or another pepper, ends it, and so does
 * the end of all logins of its administrator.
 */
export function createSessions(
  { kv, users, secretHash, clock, random }: Omit<Env, "log"> & {
    readonly users: Pick<UserStore, "find">;
    readonly secretHash: SecretHash;
  },
) {
  const now = () => Math.floor(clock.now() / 1000);
  const known = createMemo<string, Holder>({ maxEntries: MAX_KNOWN });

  function sessionOf(id: string, expiresAt: number, user: UserRecord | undefined) {
    const key = secretHash(`panel session\n${user === undefined ? "" : passwordMark(user)}`);
    return { id, expiresAt, username: user?.id, sign: createMac(key) };
  }

  /** A session of an administrator who has just given the right password; without one, of nobody. */
  function begin(
    request: Pick<ParsedRequest, "isSecure">,
    user: UserRecord | undefined,
  ): Session {
    const name = user === undefined ? "" : Buffer.from(user.id).toString("base64url");
    const session = sessionOf(`${name}~${random.bytes(16).toHex()}`, now() + SESSION_S, user);
    const { id, expiresAt, sign } = session;
    const value = `${id}.${expiresAt}.${sign(macText(session))}`;
    return { ...session, cookie: cookieHeader(request, value, SESSION_S) };
  }

  /** The session of the first cookie that holds, an administrator's first; else a new one, of nobody. */
  async function find(request: ParsedRequest): Promise<Session> {
    let found: Session | undefined;
    for (const cookie of readCookies(request)) {
      const session = await resume(cookie);
      if (session?.username !== undefined) return session;
      found ??= session;
    }
    return found ?? begin(request, undefined);
  }

  async function resume(cookie: string): Promise<Session | undefined> {
    const [, id, expiry, mac] = COOKIE.exec(cookie) ?? [];
    if (id === undefined || Number(expiry) <= now()) return undefined;
    const name = Buffer.from(id.slice(0, id.indexOf("~")), "base64url").toString();
    const holder = await findHolder(id, name);
    if (holder === undefined) return undefined;
    const session = sessionOf(id, Number(expiry), holder.user);
    if (!isSame(session.sign(macText(session)), mac!)) return undefined;
    known.set(id, holder);
    return { ...session, cookie: undefined };
  }

  /** Whose session it is, nobody's too; undefined if it has ended. */
  async function findHolder(id: string, name: string): Promise<Holder | undefined> {
    let holder: Holder | undefined;
    try {
      holder = await deadline(clock, LOOK_MS, readHolder(id, name));
    } catch (error) {
      const remembered = known.get(id);
      if (remembered === undefined || now() - remembered.readAt > KNOWN_S) throw error;
      return remembered;
    }
    if (holder === undefined) known.delete(id);
    return holder;
  }

  async function readHolder(id: string, name: string): Promise<Holder | undefined> {
    const user = name === "" ? undefined : await users.find(name);
    if (name !== "" && user === undefined) return undefined;
    const { value } = await kv.get(endedSessionKey(id));
    return value === null ? { user, readAt: now() } : undefined;
  }

  /** Ends a session for all processes; the header that takes its cookie back. */
  async function end(
    request: ParsedRequest,
    { id, expiresAt }: Session,
  ): Promise<readonly [string, string]> {
    known.delete(id);
    await kv.commit([], [untilAfter(expiresAt, endedSessionKey(id))]);
    return cookieHeader(request, "", 0);
  }

  /** A token for one form of a session, which can be sent once: `number.MAC`. */
  function formToken(session: Session): string {
    const number = random.bytes(16).toHex();
    return `${number}.${formMac(session, number)}`;
  }

  /** Notes that a form was sent; false if it was sent before, to whichever process. */
  async function claimForm({ expiresAt }: Session, number: string): Promise<boolean> {
    const key = sentFormKey(number);
    return await kv.commit([{ key, version: null }], [untilAfter(expiresAt, key)]) !== null;
  }

  /** Remembered for as long as the session may hold. */
  function untilAfter(expiresAt: number, key: KvKey): KvWrite {
    const at = clock.now();
    return setUntil(key, {}, Math.max(at, expiresAt * 1000) + 60_000, at);
  }

  return { find, begin, end, formToken, claimForm };
}

function isSame(one: string, other: string): boolean {
  return isEqual(Buffer.from(one), Buffer.from(other));
}

function macText({ id, expiresAt }: Pick<Session, "id" | "expiresAt">): string {
  return `cookie\n${id}\n${expiresAt}`;
}

function passwordMark({ id, digest, changedAt, loggedOutAt = 0 }: UserRecord): string {
  return [id, digest, changedAt, loggedOutAt].join("\n");
}

/** The field in which a form brings its token. */
export const FORM_TOKEN = "form";

const TOKEN = /^([0-9a-f]{32})\.([\w-]{43})$/;

function formMac({ sign, id }: Session, number: string): string {
  return sign(`form\n${id}\n${number}`);
}

/**
 * The number of a form whose token belongs to this session.
 *
 * @throws {PageError} 403 if it does not
 */
export function checkForm(session: Session, fields: Query): string {
  const [, number, mac] = TOKEN.exec(fields.get(FORM_TOKEN)?.[0] ?? "") ?? [];
  if (number !== undefined && isSame(mac!, formMac(session, number))) return number;
  throw new PageError("FOREIGN_FORM");
}
