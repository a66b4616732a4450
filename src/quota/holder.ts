import type { Random } from "../platform/random.ts";

/**
 * A new holder's name: 16 hexadecimal digits. Each start of a process takes one and never shares it:
 * two holders of one name would each spend the same grants.
 */
export function newHolder(random: Random): string {
  return Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
