import { createSmtpMailer, type Mailer, noMailer } from "../mail/mail.ts";
import type { Settings } from "../platform/settings.ts";

/** The mailer that the settings ask for; without `MAIL_FROM` letters come from the site's contact. */
export function openMailer(
  { SMTP_URL: url, MAIL_FROM: from }: Settings,
  site: () => { readonly contact: string },
): Mailer {
  if (url === undefined) return noMailer;
  return { send: (mail) => createSmtpMailer({ url, from: from ?? site().contact }).send(mail) };
}
