import { CommandError } from "../../admin/command/command.ts";
import { html } from "../../page/html.ts";
import { notice } from "../../page/parts.ts";
import { issueFormPage } from "../pages/issue_page.ts";
import { secretPage } from "../pages/secret_page.ts";
import { keyPath } from "../parts/paths.ts";
import { type Action, formText } from "./action.ts";
import { donePage } from "../pages/done_page.ts";

const FIELDS = ["owner", "email", "plan", "group", "ip", "expires"] as const;

/** Makes a key and shows it, this once; what cannot be taken comes back with the form. */
export const issueKey: Action = async (context) => {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, formText(context, name)]));
  try {
    const ip = typed.ip!.split(/[\s,]+/).filter((address) => address !== "");
    const outcome = await context.act("key issue", "", { ...typed, ip });
    return secretPage(outcome, { title: "The key is issued", back: keyPath });
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== "words") throw error;
    const said = notice("bad", html`<p>${error.message}.</p>`);
    return { ...issueFormPage(context, typed, said), status: 400 };
  }
};

/** Revokes a key. */
export const revokeKey: Action = async (context, id) => {
  const outcome = await context.act("key revoke", id, {});
  return donePage(outcome, keyPath(id));
};
