import { addAdmin } from "../../support/issue.ts";
import { createProgram, type Program, type ProgramOptions } from "../../support/program.ts";

export const [NAME, PASSWORD] = ["root", "correct horse"];
export const NOW = "2026-11-22T03:00:00Z";

/** A program with an administrator, and without a key. */
export async function createPanelProgram(options: Partial<ProgramOptions> = {}): Promise<Program> {
  const program = await createProgram({ content: "content", now: NOW, plan: null, ...options });
  await addAdmin(program.stores, NAME, PASSWORD);
  return program;
}

/** What a browser of an operator was answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser as far as the panel meets it: it keeps one cookie. */
export function operator(
  program: Program,
  { headers = {}, from = "127.0.0.1", host = "localhost:8000" } = {},
) {
  async function send(path: string, init: RequestInit = {}): Promise<Answered> {
    const all = new Headers({ host, ...headers, ...init.headers as Record<string, string> });
    if (browser.cookie !== undefined) all.set("cookie", browser.cookie);
    const request = new Request(`http://${host}${path}`, { ...init, headers: all });
    const response = await program.handler(request, from);
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) browser.cookie = set.split(";")[0]!;
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const browser = {
    cookie: undefined as string | undefined,
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (
      path: string,
      body: unknown = {},
      headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
    ) =>
      send(path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    logIn: (username = NAME, password = PASSWORD) =>
      browser.post("/admin/login", { username, password }),
    /** Whether the session that the cookie names is open. */
    isIn: async () => (await browser.get("/admin/api/commands")).status === 200,
  };
  return browser;
}
