/** A Discord embed, as far as it is used: its texts are never empty. */
export interface Embed {
  readonly author?: { readonly name: string };
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly color: number;
  readonly thumbnail?: { readonly url: string };
  readonly footer?: { readonly text: string };
  readonly timestamp: string;
}

/** A message: it pings the members of one role alone, or nobody, whatever its texts hold. */
export function messageBody(
  { content, embeds, role }: {
    readonly content?: string;
    readonly embeds?: readonly Embed[];
    readonly role?: string | undefined;
  },
): string {
  const text = [role && `<@&${role}>`, content].filter(Boolean).join(" ");
  return JSON.stringify({
    ...(text !== "" && { content: text }),
    ...(embeds !== undefined && { embeds }),
    allowed_mentions: { parse: [], ...(role !== undefined && { roles: [role] }) },
  });
}
