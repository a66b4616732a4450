import type { Mail } from "./mail.ts";

/** The facts of the service that letters name. */
export interface Sender {
  readonly title: string;
  readonly contact: string;
  /** The service's address. */
  readonly base_url: string;
}

/** The person who gets a letter. */
export interface Addressee {
  readonly name: string;
  readonly email: string;
}

/** The letter that brings a priority token. */
export function tokenLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  secret: string,
): Mail {
  return {
    to: to.email,
    subject: `Your priority token for ${sender.title}`,
    secret,
    text: letter(sender, to.name, [
      `${to.organization} has priority access to ${sender.title}. This is its token:`,
      secret,
      "Send it with each request, over https only, in the header x-priority-token:",
      `curl -H "x-priority-token: …" ${addressOf(sender, "v1/birthdays/today")}`,
      "The token holds until it is revoked, without quota and without a list of addresses. " +
      "Whoever has it reads in the name of your organization, and each use is on record: keep it " +
      "secret, and tell us at once if it may have leaked. You then get another one.",
    ]),
  };
}

/** The letter that says that an application for a priority token is turned down, and why. */
export function rejectionLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  reason: string,
): Mail {
  return {
    to: to.email,
    subject: `Your application for priority access to ${sender.title}`,
    secret: "",
    text: letter(sender, to.name, [
      `${to.organization} has applied for priority access to ${sender.title}. ` +
      "The application is turned down, for this reason:",
      reason,
      "When the reason no longer holds, you are free to apply again. If you have a question, " +
      "write to the address below.",
    ]),
  };
}

/** The letter that brings an API key. */
export function keyLetter(
  sender: Sender,
  to: Addressee & { readonly plan: string },
  secret: string,
): Mail {
  return {
    to: to.email,
    subject: `Your API key for ${sender.title}`,
    secret,
    text: letter(sender, to.name, [
      `This is your API key for ${sender.title}, plan "${to.plan}":`,
      secret,
      "Send it with each request, over https only, in the header x-api-key or as the parameter apikey:",
      `curl -H "x-api-key: …" ${addressOf(sender, "v1/key")}`,
      "That request shows what the key has used and what is left; it costs nothing. Keep the key " +
      "secret, and tell us at once if it may have leaked. You then get another one.",
    ]),
  };
}

/** The letter that says that a webhook is told nothing any more. */
export function webhookOffLetter(
  sender: Sender,
  to: Addressee & { readonly host: string; readonly hint: string },
  reason: "failed" | "gone" | "operator",
): Mail {
  return {
    to: to.email,
    subject: `Your webhook at ${to.host} is off`,
    secret: "",
    text: letter(sender, to.name, [
      `${sender.title} tells your webhook at ${to.host} (its address ends with ${to.hint}) ` +
      `nothing any more: ${WHY_OFF[reason]}.`,
      "When the address answers again, end this webhook and register another one:",
      addressOf(sender, "docs/events"),
    ]),
  };
}

const WHY_OFF = {
  failed: "for 3 days nothing could be delivered",
  gone: "it answered 410, which asks for that",
  operator: "the operator switched it off",
};

/** The text of a letter to somebody: greeting, paragraphs, who writes. */
export function letter({ title, contact }: Sender, name: string, paragraphs: string[]): string {
  return [`Hello ${name},`, ...paragraphs, `${title}\n${contact}`].join("\n\n") + "\n";
}

/** An address of the service. */
export function addressOf({ base_url }: Sender, path: string): string {
  return `${base_url.replace(/\/$/, "")}/${path}`;
}
