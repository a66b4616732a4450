/** What a frame on another page shows. No library is loaded. */
export const EMBEDS = ["live", "next", "birthdays"] as const;
export type EmbedName = typeof EMBEDS[number];

/** How a frame looks. */
export const EMBED_THEMES = ["light", "dark"] as const;
export type EmbedTheme = typeof EMBED_THEMES[number];
