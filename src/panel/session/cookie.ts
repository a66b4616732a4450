import type { ParsedRequest } from "../../http/request.ts";

/** Browsers take a cookie whose name begins so over https alone (RFC 6265bis, 4.1.3.1). */
const SECURE_NAME = "__Secure-osb_admin";
/** On loopback there may be no https. */
const LOOPBACK_NAME = "osb_admin";
const PATH = "/admin";

/** So many cookies of one name are looked at. */
const MAX_COOKIES = 4;

/**
 * The values of the panel's cookie, as they came. There may be several: another host of the same site
 * can set one of that name, which must not log anybody out.
 */
export function readCookies({ headers, isSecure }: ParsedRequest): readonly string[] {
  const name = nameOf(isSecure);
  const pairs = headers.get("cookie")?.split(";").map((pair) => pair.trim()) ?? [];
  const values = new Set(
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1)),
  );
  return [...values].slice(0, MAX_COOKIES);
}

/** The `Set-Cookie` header of a value that holds for so many seconds; 0 takes the cookie back. */
export function cookieHeader(
  { isSecure }: Pick<ParsedRequest, "isSecure">,
  value: string,
  maxAgeS: number,
): readonly [string, string] {
  const attributes = [
    `${nameOf(isSecure)}=${value}`,
    `Max-Age=${maxAgeS}`,
    `Path=${PATH}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isSecure ? ["Secure"] : []),
  ];
  return ["set-cookie", attributes.join("; ")];
}

function nameOf(isSecure: boolean): string {
  return isSecure ? SECURE_NAME : LOOPBACK_NAME;
}
