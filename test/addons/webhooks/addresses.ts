import type { Ask, World } from "../../support/world.ts";

/** A request that came to an address. */
export interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** How an address answers. */
export type Answerer = (request: Received) => Response | Promise<Response>;

/** The addresses of callers: they answer a challenge with itself and anything else with 204, if not told otherwise. */
export function createAddresses() {
  const received: Received[] = [];
  const answerers = new Map<string, Answerer>();
  const leads = new Map<string, string>();
  return {
    /** All that came but verifications. */
    received,
    /** What the addresses of a host answer from now on. */
    answer: (host: string, answerer: Answerer) => void answerers.set(host, answerer),
    /** Where a name leads from now on, "": nowhere; to a public address before. */
    lead: (host: string, address: string) => void leads.set(host, address),
    direct: {
      resolve(name: string) {
        const address = leads.get(name) ?? "93.184.215.14";
        return address === ""
          ? Promise.reject(new Error("No such name"))
          : Promise.resolve([address]);
      },
      async fetchFrom(_address: string, url: string, init: RequestInit = {}) {
        const { method = "GET" } = init;
        const body = init.body ? JSON.parse(String(init.body)) : undefined;
        const request = { url, method, headers: new Headers(init.headers), body };
        const challenge = body?.data?.challenge;
        if (method !== "GET" && challenge === undefined) received.push(request);
        const answer = answerers.get(new URL(url).host);
        return await answer?.(request) ?? new Response(challenge);
      },
    },
  };
}

/** Registers a webhook; what came of it. */
export async function register(app: World, wanted: object, ask: Ask = {}) {
  const asked = app.ask("/v1/webhooks", { method: "POST", body: JSON.stringify(wanted), ...ask });
  const response = await app.until(asked);
  return { status: response.status, ...await response.json() };
}
