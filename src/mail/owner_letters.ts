import { type Addressee, addressOf, letter, type Sender } from "./letters.ts";
import type { Mail } from "./mail.ts";

/** The owner of a key, and which key it is. */
export interface KeyOwner extends Addressee {
  readonly id: string;
  /** The kind and last four characters of the key. */
  readonly hint: string;
  readonly plan: string;
}

/** The letter that says that a quota is nearly or wholly used. */
export function quotaLetter(
  sender: Sender,
  to: KeyOwner,
  { percent, limit, endsAt }: { percent: 80 | 100; limit: number; endsAt: number },
): Mail {
  const count = limit.toLocaleString("en");
  return mail(sender, to, {
    subject: `${percent} % of your quota for ${sender.title} is used`,
    paragraphs: [
      `Your API key ${to.hint} (${to.id}) has used ${percent} % of the ${count} requests that its ` +
      `plan "${to.plan}" allows in this period, which ends on ${instantText(endsAt)}.`,
      percent === 100
        ? "Until then requests with it are refused; afterwards they are answered again."
        : "When all are used, requests with it are refused until then.",
      "This shows at any time, and costs nothing, what is left:",
      addressOf(sender, "v1/key"),
      "If you need more, or did not make these requests, answer to the address below.",
    ],
  });
}

/** The letter that says that a key is about to expire. */
export function expiryLetter(
  sender: Sender,
  to: KeyOwner,
  { days, endsAt }: { days: 7 | 1; endsAt: number },
): Mail {
  const soon = days === 1 ? "in a day or less" : `in ${days} days or less`;
  return mail(sender, to, {
    subject: `Your API key for ${sender.title} expires ${soon}`,
    paragraphs: [
      `Your API key ${to.hint} (${to.id}) expires on ${instantText(endsAt)}.`,
      "From then on requests with it are refused.",
      `To go on using it, write to the address below before, and name the key by ${to.id}.`,
    ],
  });
}

function mail(
  sender: Sender,
  { name, email }: KeyOwner,
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
): Mail {
  return { to: email, subject, secret: "", text: letter(sender, name, paragraphs) };
}

function instantText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
