import type { Mailer } from "../mail/mail.ts";
import { MAIL_CLAIM_MS } from "../delivery/claim.ts";
import type { AlertChannel } from "./channel.ts";

/** What the channel works with. */
export interface MailChannelDeps {
  readonly mailer: Mailer;
  /** The setting ALERT_MAIL_TO. */
  readonly to: readonly string[];
  /** What the service is called. */
  readonly title: () => string;
}

/** Letters to operators: one for each message, to all of them. */
export function createMailChannel({ mailer, to, title }: MailChannelDeps): AlertChannel {
  return {
    name: "mail",
    claimMs: MAIL_CLAIM_MS,
    async post(message) {
      const delivery = await mailer.send({
        id: message.id,
        to: to.join(", "),
        subject: `${title()}: ${message.title}`,
        secret: "",
        text: `${[`${message.title}.`, ...message.paragraphs].join("\n\n")}\n`,
      });
      if (delivery.state === "sent") return { kind: "sent", pauseMs: 0 };
      return { kind: "failed", reason: delivery.state === "failed" ? delivery.reason : "off" };
    },
  };
}
