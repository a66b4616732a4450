import assert from "node:assert/strict";
import { createPasswords } from "../../src/access/records/password.ts";
import { systemRandom } from "../../src/platform/random.ts";
import type { CredentialStores } from "./credential_stores.ts";

/** Answers a request, as a handler without a port or a server does. */
export type SendRequest = (path: string, init: RequestInit) => Response | Promise<Response>;

/** A page as it came. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that keeps the panel's cookie, and sends forms as a browser does. */
export interface PanelBrowser {
  /** The cookie as it would be sent; undefined where there is none. */
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<SeenPage>;
  /** Sends the fields as the form at `path` would, with the token of the page `from`. */
  post(
    path: string,
    fields: Record<string, string>,
    options?: { from?: string; headers?: Record<string, string>; token?: string },
  ): Promise<SeenPage>;
  logIn(username: string, password: string): Promise<SeenPage>;
}

/** Creates a browser; `secure`: it came over https, as a trusted proxy says. */
export function createPanelBrowser(
  send: SendRequest,
  { headers: always = {} }: { headers?: Record<string, string> } = {},
): PanelBrowser {
  async function visit(path: string, init: RequestInit): Promise<SeenPage> {
    const headers = new Headers({ host: "localhost:8000", ...always, ...init.headers as object });
    if (browser.cookie !== undefined) headers.set("cookie", browser.cookie);
    const response = await send(path, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(";");
      browser.cookie = cookie.includes("Max-Age=0;") ? undefined : pair;
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const browser: PanelBrowser = {
    cookie: undefined,
    get: (path, headers = {}) => visit(path, { headers }),
    async post(path, fields, { from = "/admin/login", headers, token } = {}) {
      const form = token ?? formTokenOf((await browser.get(from)).text);
      return await visit(path, {
        method: "POST",
        body: new URLSearchParams({ form, ...fields }),
        headers: headers ?? { "sec-fetch-site": "same-origin" },
      });
    },
    logIn: (username, password) => browser.post("/admin/login", { username, password }),
  };
  return browser;
}

/** The token of the last form on a page: the first is the one that logs out. */
export function formTokenOf(text: string): string {
  const token = [...text.matchAll(/name="form" value="([^"]+)"/g)].at(-1)?.[1];
  assert.ok(token !== undefined, "the page has no form");
  return token;
}

/** Makes an administrator whose password is checked in a moment. */
export async function addAdministrator(
  { users, secretHash }: CredentialStores,
  username: string,
  password: string,
): Promise<void> {
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 1_000 });
  const hash = await passwords.make(username, password);
  const record = { username, password: hash, createdAt: 0, changedAt: 0 };
  if (await users.add(record)) return;
  await users.setPassword(username, hash, 1);
}
