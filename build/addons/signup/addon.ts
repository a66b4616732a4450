import type { BuildAddOn } from "../../addon.ts";
import { runningIt } from "../../doc_page.ts";
import page from "./signup.md" with { type: "text" };

export const signup: BuildAddOn = {
  name: "signup",
  documents: [runningIt("/docs/sign-up", "Sign-up", page)],
};
