import type { AddOn } from "../../core/addon.ts";

/** `/admin`: one page for operators, made of the table of commands. */
export const panel: AddOn = {
  name: "panel",
  roots: ["admin"],
  open: async (core) => ({ pages: (await import("./panel.ts")).openPanel(core) }),
};
