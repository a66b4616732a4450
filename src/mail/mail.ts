/** A letter to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The part of the text that only the addressee may see. */
  readonly secret: string;
}

/** What became of a letter: `off` where no mail server is configured. */
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
