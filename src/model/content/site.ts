import { z } from "zod";
import { accent } from "./accent.ts";
import { link, text } from "./field.ts";

/** `site.yaml`: what holds for the whole service. */
export const siteFile = z.strictObject({
  title: text.describe("What the service is called."),
  contact: text.describe("Whom callers ask for help: an e-mail address or a web address."),
  base_url: link.describe("The address under which the service is reached."),
  accent: accent.optional().describe(
    "The colour of links and buttons on the pages, such as '#9c1f55'; dark enough to be read on white.",
  ),
  licence: text.optional().describe(
    "On what terms answers may be used: a name such as CC BY 4.0, or the address of a page.",
  ),
});

export type SiteFile = z.infer<typeof siteFile>;
