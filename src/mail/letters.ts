import type { Mail } from "./mail.ts";

/** The facts of the service that letters name. */
export interface Sender {
  readonly title: string;
  readonly contact: string;
  /** The service's address. */
  readonly base_url: string;
}

interface Addressee {
  readonly name: string;
  readonly email: string;
}

/** The letter that brings a priority token. */
export function tokenLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  secret: string,
): Mail {
  return letter(sender, to, `Your priority token for ${sender.title}`, [
    `${to.organization} has priority access to ${sender.title}. This is its token:`,
    secret,
    "Send it with each request, over https only, in the header x-priority-token:",
    `curl -H "x-priority-token: …" ${addressOf(sender, "v1/birthdays/today")}`,
    "The token holds until it is revoked, without quota and without a list of addresses. " +
    "Whoever has it reads in the name of your organization, and each use is on record: keep it " +
    "secret, and tell us at once if it may have leaked. You then get another one.",
  ], secret);
}

/** The letter that says that an application for a priority token is turned down, and why. */
export function rejectionLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  reason: string,
): Mail {
  return letter(sender, to, `Your application for priority access to ${sender.title}`, [
    `${to.organization} has applied for priority access to ${sender.title}. ` +
    "The application is turned down, for this reason:",
    reason,
    "When the reason no longer holds, you are free to apply again. If you have a question, " +
    "write to the address below.",
  ]);
}

/** The letter that brings an API key. */
export function keyLetter(
  sender: Sender,
  to: Addressee & { readonly plan: string },
  secret: string,
): Mail {
  return letter(sender, to, `Your API key for ${sender.title}`, [
    `This is your API key for ${sender.title}, plan "${to.plan}":`,
    secret,
    "Send it with each request, over https only, in the header x-api-key or as the parameter apikey:",
    `curl -H "x-api-key: …" ${addressOf(sender, "v1/key")}`,
    "That request shows what the key has used and what is left; it costs nothing. Keep the key " +
    "secret, and tell us at once if it may have leaked. You then get another one.",
  ], secret);
}

/** An instant as letters have it. */
export function instantText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A letter to somebody: greeting, paragraphs, who writes. */
export function letter(
  { title, contact }: Sender,
  { name, email, language }: Addressee & { readonly language?: "en" | "id" | undefined },
  subject: string,
  paragraphs: readonly string[],
  secret = "",
): Mail {
  const text = [greeting(name, language), ...paragraphs, `${title}\n${contact}`].join("\n\n") +
    "\n";
  return { to: email, subject, secret, text };
}

/** The first line of a letter; without a name if that is "". */
function greeting(name: string, language: "en" | "id" = "en"): string {
  const hello = language === "id" ? "Halo" : "Hello";
  return name === "" ? `${hello},` : `${hello} ${name},`;
}

/** An address of the service. */
export function addressOf({ base_url }: Sender, path: string): string {
  return `${base_url}/${path}`;
}
