import type { AddOn } from "../../core/addon.ts";
import { home } from "./home.ts";

/** Pages for everybody: `/`, groups with their members, shows and articles, frames for other pages. */
export const pages: AddOn = {
  name: "pages",
  publicLevel: "site",
  roots: ["groups", "embed", "sitemap.xml", "robots.txt"],
  routes: { public: [home] },
  open: async (core) => (await import("./open.ts")).openPages(core),
};
