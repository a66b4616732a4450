import { z } from "zod";
import { link, text } from "./field.ts";

/** `site.yaml`: what holds for the whole service. */
export const siteFile = z.strictObject({
  title: text,
  /** Whom callers ask for help: an e-mail address or a web address. */
  contact: text,
  base_url: link,
});

export type SiteFile = z.infer<typeof siteFile>;
