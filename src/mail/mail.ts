/**
 * This room sends letters over SMTP.
 *
 * @module
 */

/** A letter to one person, in plain text. */
export interface Mail {
  /** The same whenever this letter is sent again: mail programs show it once. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The part of the text that only the addressee may see. */
  readonly secret: string;
}

/** The delivery of a letter: `off` if no mail server is configured. */
type Delivery =
  | { readonly state: "sent" }
  | { readonly state: "off" }
  /** `isFinal`: the server takes no letter for that address, now or later. */
  | { readonly state: "failed"; readonly reason: string; readonly isFinal?: boolean };

/** Sends letters. Never rejects: a letter that failed must not hide its message. */
export interface Mailer {
  send(mail: Mail): Promise<Delivery>;
}

/** The mailer of a service without a mail server. */
export const noMailer: Mailer = { send: () => Promise.resolve({ state: "off" }) };

/** Which server takes the letters, and in whose name. */
interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:`; STARTTLS is used if the server offers it. */
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
  return {
    async send({ id, to, subject, text }): Promise<Delivery> {
      try {
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({ url, ...PATIENCE, ...CLOSED });
        try {
          const messageId = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` };
          await transport.sendMail({ from, to, subject, text, ...messageId });
        } finally {
          transport.close();
        }
        return { state: "sent" };
      } catch (error) {
        return { state: "failed", reason: reasonOf(error), isFinal: isFinal(error) };
      }
    },
  };
}

/** What follows the `@` of an address, with a name before it or not. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
}

/** Whether all recipients were refused for good (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500;
}

/** The first line states what happened; what the server quotes of the letter may follow. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? "";
}

/** Tells the operator what became of a letter; what was not sent is shown, without its secret. */
export function deliveryNotes(mail: Mail, delivery: Delivery): string[] {
  switch (delivery.state) {
    case "sent":
      return [`It was mailed to ${mail.to}.`];
    case "failed":
      return [`The mail to ${mail.to} could not be sent: ${delivery.reason}`];
    case "off": {
      const { secret, text } = mail;
      const shown = secret === "" ? text : text.replaceAll(secret, "(as shown above)");
      return [
        "No mail was sent, because SMTP_URL is not set. This would have been sent:",
        "",
        `  To: ${mail.to}`,
        `  Subject: ${mail.subject}`,
        "",
        ...shown.split("\n").map((line) => line === "" ? "" : `  ${line}`),
      ];
    }
  }
}
