import type { Delivery, Mail } from "./mail.ts";

/** Tells the operator what became of a letter; what was not sent is shown, without its secret. */
export function tellDelivery(mail: Mail, delivery: Delivery): string[] {
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
