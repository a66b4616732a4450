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

/** The delivery of a letter: `off` where no mail server is configured. */
export type Delivery =
  | { readonly state: "sent" }
  | { readonly state: "off" }
  | { readonly state: "failed"; readonly reason: string };

/** Sends letters. Never rejects: a letter that failed must not hide what it was to tell. */
export interface Mailer {
  send(mail: Mail): Promise<Delivery>;
}

/** The mailer of a service without a mail server. */
export const noMailer: Mailer = { send: () => Promise.resolve({ state: "off" }) };

/** Tells the operator what became of a letter; what was not sent is shown, without its secret. */
export function deliveryNotes(mail: Mail, delivery: Delivery): string[] {
  switch (delivery.state) {
    case "sent":
      return [`It was mailed to ${mail.to}.`];
    case "failed":
      return [`The mail to ${mail.to} could not be sent: ${delivery.reason}`];
    case "off":
      return [
        "No mail was sent, because SMTP_URL is not set. This would have been sent:",
        "",
        `  To: ${mail.to}`,
        `  Subject: ${mail.subject}`,
        "",
        ...mail.text.replaceAll(mail.secret, "(as shown above)").split("\n").map(indent),
      ];
  }
}

function indent(line: string): string {
  return line === "" ? "" : `  ${line}`;
}
