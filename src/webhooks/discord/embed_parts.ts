/** A Discord embed, as far as events use it. */
export interface EventEmbed {
  readonly author?: { readonly name: string; readonly icon_url?: string };
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly color: number;
  readonly fields?: readonly { name: string; value: string; inline?: boolean }[];
  readonly image?: { readonly url: string };
  readonly thumbnail?: { readonly url: string };
  readonly footer: { readonly text: string };
  readonly timestamp: string;
}

/** The fields of an item, of which none is sure to be there. */
export type EventFields = Readonly<Record<string, unknown>>;

/** Colours by what is told: red for who is on air, green for what is new, grey for what is over. */
export const COLORS = { live: 0xe5484d, over: 0x8b8d98, news: 0x30a46c, party: 0xffc53d };

/** The text of a field, or "". */
export function fieldText(fields: EventFields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** An https address of a field; undefined for anything else, which Discord would refuse. */
export function addressIn(fields: EventFields, ...names: string[]): string | undefined {
  return names.map((name) => fieldText(fields, name))
    .find((text) => text.startsWith("https://") && URL.canParse(text) && text.length <= 2_000);
}
