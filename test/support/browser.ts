/** Answers a request, as a handler without a port or a server does. */
export type SendRequest = (path: string, init: RequestInit) => Response | Promise<Response>;

/** A page as it came. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that keeps the panel's cookie, and sends JSON as its page does. */
export interface Browser {
  /** The cookie as it would be sent; undefined where there is none. */
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<SeenPage>;
  /** Sends JSON from its own page, unless `headers` say otherwise. */
  post(
    path: string,
    values?: Record<string, unknown>,
    headers?: Record<string, string>,
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
    post: (path, values = {}, headers = { "sec-fetch-site": "same-origin" }) =>
      visit(path, {
        method: "POST",
        body: JSON.stringify(values),
        headers: { "content-type": "application/json", ...headers },
      }),
    logIn: (username, password) => browser.post("/admin/login", { username, password }),
  };
  return browser;
}
