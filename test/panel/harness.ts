import assert from "node:assert/strict";
import { createProgram, type Program, type ProgramOptions } from "../support/program.ts";
import { createPanelBrowser } from "../support/panel_browser.ts";
import { addAdmin } from "../support/issue.ts";

/** A program without a key, and with an administrator. */
export const OPTIONS: ProgramOptions = {
  content: "content",
  now: "2026-11-22T03:00:00Z",
  plan: null,
};
export const [NAME, PASSWORD] = ["root", "correct horse"];

export async function createPanelProgram(options: Partial<ProgramOptions> = {}): Promise<Program> {
  const program = await createProgram({ ...OPTIONS, ...options });
  await addAdmin(program.stores, NAME, PASSWORD);
  return program;
}

export function browserOf(
  program: Program,
  headers: Record<string, string> = {},
  from = "127.0.0.1",
) {
  // The pages are not in the document of the API, against which a program's answers are held.
  const send = (path: string, init: RequestInit) =>
    program.handler(new Request(`http://localhost:8000${path}`, init), from);
  return createPanelBrowser(send, { headers });
}

export async function loggedIn(program: Program, headers: Record<string, string> = {}) {
  const browser = browserOf(program, headers);
  const { status, headers: sent } = await browser.logIn(NAME, PASSWORD);
  assert.equal(status, 303);
  assert.equal(sent.get("location"), "/admin");
  return browser;
}
