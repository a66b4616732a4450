import type { BuildAddOn } from "../../addon.ts";
import { siteSourceOf } from "./site_source.ts";

export const site: BuildAddOn = {
  name: "site",
  publish(content, documents) {
    const source = siteSourceOf(content);
    return {
      source,
      render: async () => (await import("./site.ts")).renderSite(source, documents),
    };
  },
};
