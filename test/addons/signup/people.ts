import assert from "node:assert/strict";
import type { Plans } from "../../../src/model/plans.ts";
import { TRIO } from "../../support/contents.ts";
import { type World, world, type WorldOptions } from "../../support/world.ts";

/** A plan that anybody may sign up for, and one of operators alone. */
export const PLANS: Plans = {
  standard: { rate: "unlimited", quota: "unlimited" },
  fan: {
    rate: "unlimited",
    quota: { requests: 100, per: "day", timezone: "Asia/Jakarta" },
    signup: { by: "email", groups: ["kembang", "melati"] },
  },
};

/** Where the service is, as letters name it. */
const BASE = "https://api.oshibase.example";
const FROM = "203.0.113.7";

/** What somebody types who signs up. */
export const SARI = {
  name: "Sari",
  email: "sari@fans.example",
  note: "A page about Melati",
  ips: FROM,
};

/** What people do at `/key`, by a browser over https. */
export interface People {
  readonly app: World;
  send(path: string, init?: RequestInit, from?: string): Promise<Response>;
  /** Sends JSON as our page does. */
  post(path: string, fields: object, from?: string): Promise<Response>;
  /** Sends what is typed at `/key`. */
  signUp(typed?: Partial<typeof SARI>, from?: string): Promise<Response>;
  /** Opens the page behind a link, and presses its button. */
  press(link: string, from?: string): Promise<Response>;
  /** Signs up, and shows the key. */
  getKey(typed?: Partial<typeof SARI>, from?: string): Promise<string>;
  /** The link of the one letter that came since, and to whom it went. */
  letter(): Promise<{ to: string; link: string; text: string }>;
  /** Opens the management of a key by a letter. */
  manage(email?: string, from?: string): Promise<{ session: string }>;
  /** The keys that were signed up for. */
  // deno-lint-ignore no-explicit-any
  keys(): Promise<any[]>;
  /** What a key is answered at a path. */
  status(key: string, path?: string): Promise<number>;
}

/** Opens a world with sign-up and a mail server. */
export async function openSignup(options: Partial<WorldOptions> = {}) {
  const env = { TRUSTED_PROXIES: "127.0.0.1", ...options.env };
  const app = await world({ ...TRIO, plans: PLANS, plan: null, mail: true, ...options, env });
  return Object.assign(people(app), { [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() });
}

/** People at one process. */
export function people(app: World): People {
  const send: People["send"] = async (path, init = {}, from = FROM) => {
    const headers = new Headers({ host: "api.oshibase.example", ...init.headers });
    headers.set("x-forwarded-for", from);
    headers.set("x-forwarded-proto", "https");
    const base = "http://api.oshibase.example";
    return await app.until(app.ask(path, { ...init, headers, key: null, base }));
  };
  const post: People["post"] = (path, fields, from) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(fields),
    }, from);
  const press: People["press"] = async (link, from) => {
    const [path, token] = link.split("#") as [string, string];
    assert.equal((await send(path)).status, 200);
    return await post(path === "/key/confirm" ? path : `${path}/open`, { link: token }, from);
  };
  const signUp: People["signUp"] = (typed = {}, from) => post("/key", { ...SARI, ...typed }, from);
  const letter: People["letter"] = async () => {
    const [letter, ...others] = await app.mails();
    assert.deepEqual(others, []);
    const { to, text } = letter!;
    const [link = ""] = text.match(new RegExp(`${BASE}/key\\S+`)) ?? [];
    return { to: to.join(), link: link.slice(BASE.length), text };
  };
  return {
    app,
    send,
    post,
    press,
    signUp,
    letter,
    async getKey(typed, from) {
      assert.equal((await signUp(typed, from)).status, 200);
      return secretIn(await (await press((await letter()).link, from)).text());
    },
    async manage(email = SARI.email, from) {
      assert.equal((await post("/key/manage", { email }, from)).status, 200);
      const opened = await press((await letter()).link, from);
      const { session } = await opened.json();
      return { session };
    },
    keys: async () => (await app.told(["key", "list"])),
    async status(key, path = "/api/kembang/members") {
      return (await app.until(app.ask(path, { key }))).status;
    },
  };
}

/** The secret that a page shows. */
export function secretIn(page: string): string {
  const [secret = ""] = /J-osb_[0-9A-Za-z]{38}/.exec(page) ?? [];
  assert.notEqual(secret, "", page);
  return secret;
}
