import { codeText, plainText } from "../../../delivery/escape.ts";
import type { RecordedUse } from "../../entries/use.ts";
import { isoInstant } from "../../entries/use.ts";

/** The gold of the badge. */
export const GOLD = 0xffd700;
/** The badge itself: the first thing in every title. */
export const BADGE = "🏅";

/** A Discord embed, as far as it is used here. */
export interface Embed {
  readonly title: string;
  readonly description?: string;
  readonly color: number;
  readonly timestamp: string;
  readonly fields: readonly EmbedField[];
  readonly footer?: { readonly text: string };
}

/** A name and a value, both never empty. */
export interface EmbedField {
  readonly name: string;
  readonly value: string;
  readonly inline?: boolean;
}

/** The reason why a use is posted on its own, however busy its token is. */
export type Notable = "first use after an hour of quiet" | "first use from this address";

/** One use as one embed: badge, name, e-mail, IP address, endpoint. At most 1,300 characters. */
export function useEmbed(use: RecordedUse, notable: readonly Notable[] = []): Embed {
  const note = notable.length > 0 ? { description: capital(notable.join(" and ")) } : {};
  return {
    title: `${BADGE} Priority token used`,
    ...note,
    color: GOLD,
    timestamp: isoInstant(use.at),
    fields: [
      ...holderFields(use),
      { name: "IP address", value: codeText(use.ip, 100), inline: true },
      { name: "Endpoint", value: codeText(`${use.method} ${use.endpoint}`, 400) },
      { name: "Status", value: String(use.status), inline: true },
      { name: "Token", value: codeText(use.token_id, 140), inline: true },
    ],
    footer: { text: `use ${use.seq}` },
  };
}

/** The holder of the token. */
export function holderFields({ name, email }: { name: string; email: string }): EmbedField[] {
  return [
    { name: "Name", value: plainText(name, 200), inline: true },
    { name: "E-mail", value: codeText(email, 200), inline: true },
  ];
}

/** What Discord counts towards its 6,000 characters over all embeds of a message. */
export function embedSize({ title, description = "", fields, footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  return title.length + description.length + inFields + (footer?.text.length ?? 0);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
