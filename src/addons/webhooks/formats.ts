import { DISCORD } from "./discord.ts";
import type { WebhookFormat } from "./record.ts";
import { type Format, STANDARD } from "./send.ts";

/** All formats. */
export const FORMATS: Readonly<Record<WebhookFormat, Format>> = {
  standard: STANDARD,
  discord: DISCORD,
};
