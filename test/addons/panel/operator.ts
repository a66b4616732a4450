import { createBrowser } from "../../support/browser.ts";
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

/** A browser of an operator. */
export function operator(
  program: Program,
  { headers = {}, from = "127.0.0.1", host = "localhost:8000" } = {},
) {
  const browser = createBrowser(
    (path, init) => program.handler(new Request(`http://${host}${path}`, init), from),
    { host, ...headers },
  );
  return Object.assign(browser, {
    logIn: (username = NAME, password = PASSWORD) =>
      browser.post("/admin/login", { username, password }),
    /** Whether the session that the cookie names is open. */
    isIn: async () => (await browser.get("/admin/api/commands")).status === 200,
  });
}
