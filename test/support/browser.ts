import assert from "node:assert/strict";

/** Answers a request, as a handler without a port or a server does. */
export type SendRequest = (path: string, init: RequestInit) => Response | Promise<Response>;

/** A page as it came. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that keeps the panel's cookie, and sends forms as a browser does. */
export interface Browser {
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

/** Creates a browser, which sends these headers always. */
export function createBrowser(send: SendRequest, always: Record<string, string> = {}): Browser {
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

  const browser: Browser = {
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
