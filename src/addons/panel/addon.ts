import type { AddOn } from "../../core/addon.ts";
import { openPanel } from "./panel.ts";

/** `/admin`: one page for operators, made of the table of commands. */
export const panel: AddOn = {
  name: "panel",
  open: (core) => ({ pages: openPanel(core) }),
};
