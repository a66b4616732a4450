import { lazily } from "../toolbox/lazily.ts";
import type { Delivery, Mailer } from "./mail.ts";

/** Which server takes the letters, and in whose name. */
export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:`; STARTTLS is used where the server offers it. */
  readonly url: string;
  readonly from: string;
}

/** How long the server may take for each step, in ms. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Letters must not reach into this machine, whatever they contain. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

/** Sends by SMTP (RFC 5321). The library is loaded with the first letter: commands mostly send none. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const library = lazily(() => import("nodemailer"));
  return {
    async send({ id, to, subject, text }): Promise<Delivery> {
      try {
        const { createTransport } = await library();
        const transport = createTransport({ url, ...PATIENCE, ...CLOSED });
        try {
          const messageId = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` };
          await transport.sendMail({ from, to, subject, text, ...messageId });
        } finally {
          transport.close();
        }
        return { state: "sent" };
      } catch (error) {
        return { state: "failed", reason: reasonOf(error) };
      }
    },
  };
}

/** What follows the `@` of an address, with a name before it or not. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
}

/** The first line states what happened; what the server quotes of the letter may follow. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? "";
}
