import assert from "node:assert/strict";
import type { Plans } from "../../../src/model/plans.ts";
import { TRIO } from "../../support/contents.ts";
import { createProgram, type Program, type ProgramOptions } from "../../support/program.ts";
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "../../support/smtp_server.ts";

const QUOTA = { requests: 100, per: "day", timezone: "Asia/Jakarta" } as const;

/** A plan that anybody may sign up for, and one of operators alone. */
export const PLANS: Plans = {
  standard: { rate: "unlimited", quota: "unlimited" },
  fan: { rate: "unlimited", quota: QUOTA, signup: { by: "email", groups: ["kembang", "melati"] } },
};

/** Where the service is, as letters name it. */
const BASE = "https://api.oshibase.example";

/** What somebody types who signs up. */
export const SARI = {
  name: "Sari",
  email: "sari@fans.example",
  note: "A page about Melati",
  ips: "203.0.113.7",
};

/** A program with sign-up and a mail server. */
export interface SignupDesk extends AsyncDisposable {
  readonly program: Program;
  readonly smtp: SmtpServer;
  /** Sends a request as a browser over https from an address. */
  send(path: string, init?: RequestInit, from?: string): Promise<Response>;
  /** The text of a page, which has this status. */
  page(path: string, status?: number): Promise<string>;
  /** Sends JSON as our page does. */
  post(path: string, fields: Record<string, unknown>, from?: string): Promise<Response>;
  /** Sends what is typed at `/key`. */
  signUp(typed?: Partial<typeof SARI>, from?: string): Promise<Response>;
  /** Presses the button of the page behind a link. */
  press(link: string, from?: string): Promise<Response>;
  /** Signs up, and shows the key. */
  getKey(typed?: Partial<typeof SARI>, from?: string): Promise<string>;
  /** The letters that came since this was last called, once all are sent. */
  letters(): Promise<readonly ReceivedMail[]>;
}

const FROM = "203.0.113.7";

/** Starts one; `plan` null: no key of an operator is there. */
export async function openSignup(options: Partial<ProgramOptions> = {}): Promise<SignupDesk> {
  const smtp = await startSmtpServer();
  const program = await createProgram({
    ...TRIO,
    plans: PLANS,
    plan: null,
    ...options,
    env: { SMTP_URL: smtp.url, TRUSTED_PROXIES: "127.0.0.1", ...options.env },
  });
  let seen = 0;

  async function send(path: string, init: RequestInit = {}, from = FROM): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", from);
    headers.set("x-forwarded-proto", "https");
    if (!headers.has("host")) headers.set("host", "api.oshibase.example");
    return await program.handler(
      new Request(`http://api.oshibase.example${path}`, { ...init, headers }),
      "127.0.0.1",
    );
  }

  async function page(path: string, status = 200): Promise<string> {
    const response = await send(path);
    const text = await response.text();
    assert.equal(response.status, status, text);
    return text;
  }

  const post: SignupDesk["post"] = (path, fields, from) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(fields),
    }, from);

  async function letters(): Promise<readonly ReceivedMail[]> {
    await program.service.idle();
    const fresh = smtp.mails.slice(seen);
    seen = smtp.mails.length;
    return fresh;
  }

  const signUp: SignupDesk["signUp"] = (typed = {}, from) =>
    post("/key", { ...SARI, ...typed }, from);

  const press: SignupDesk["press"] = async (link, from) => {
    const [path, token] = link.split("#") as [string, string];
    await page(path);
    return await post(path === "/key/confirm" ? path : `${path}/open`, { link: token }, from);
  };

  return {
    program,
    smtp,
    send,
    page,
    post,
    signUp,
    press,
    letters,
    async getKey(typed, from) {
      assert.equal((await signUp(typed, from)).status, 200);
      const [letter] = await letters();
      const response = await press(linkIn(letter!.text), from);
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return secretIn(text);
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** The session of a management that was opened. */
export function sessionIn(text: string): { session: string } {
  const { session } = JSON.parse(text);
  return { session };
}

/** What a link carries behind its #. */
export function tokenIn(link: string): string {
  return link.split("#")[1]!;
}

/** The path of the one link in a letter. */
export function linkIn(text: string): string {
  const [link = ""] = text.match(new RegExp(`${BASE}/key\\S+`)) ?? [];
  assert.notEqual(link, "", text);
  return link.slice(BASE.length);
}

/** The secret that a page shows. */
export function secretIn(page: string): string {
  const [secret = ""] = /J-osb_[0-9A-Za-z]{38}/.exec(page) ?? [];
  assert.notEqual(secret, "", page);
  return secret;
}
