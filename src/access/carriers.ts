import type { Call } from "../http/call.ts";
import { Refusal } from "../http/refusal.ts";

/**
 * Where each credential may stand (SPEC 5.2): header beats query beats body. The first name of a
 * kind that is there with a value wins; an empty one is as if absent.
 */
interface Carriers {
  readonly headers: readonly string[];
  readonly field: string;
}

export const PRIORITY_TOKEN: Carriers = { headers: ["x-priority-token"], field: "priority_token" };

export const API_KEY: Carriers = { headers: ["x-api-key", "api-key"], field: "apikey" };

/**
 * Reads one credential.
 *
 * @throws {Refusal} `MALFORMED_REQUEST` where headers, or query parameters, give it two different
 *   values: which one was meant cannot be known
 */
export function readCarriers(call: Call, { headers, field }: Carriers): string | undefined {
  return single(headers.map((name) => call.headers.get(name) ?? "")) ??
    single(call.query.get(field) ?? []) ??
    fromBody(call, field);
}

function single(values: readonly string[]): string | undefined {
  const [first, ...others] = values.filter((value) => value !== "");
  if (others.some((other) => other !== first)) {
    throw new Refusal("MALFORMED_REQUEST", { message: "One credential has two different values" });
  }
  return first;
}

function fromBody(call: Call, field: string): string | undefined {
  const value = Object.hasOwn(call.body, field) ? call.body[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
