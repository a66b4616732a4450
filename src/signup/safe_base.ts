import { isLoopback } from "../http/request.ts";

/** Whether links may lead below an address: over https, or to this machine. */
export function isSafeBase(base: string): boolean {
  const url = URL.parse(base);
  if (url === null) return false;
  return url.protocol === "https:" || isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
}
