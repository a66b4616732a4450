import { donePage } from "../pages/done_page.ts";
import { secretPage } from "../pages/secret_page.ts";
import { tokenPath } from "../parts/paths.ts";
import { type Action, formText } from "./action.ts";

/** Grants an application, and shows the token, this once. */
export const approveToken: Action = async (context, id) => {
  const outcome = await context.act("token review", id, { approve: "true" });
  return secretPage(outcome, { title: "The application is approved", back: tokenPath });
};

/** Turns an application down. */
export const rejectToken: Action = async (context, id) => {
  const reason = formText(context, "reason");
  return donePage(await context.act("token review", id, { reject: "true", reason }), tokenPath(id));
};

/** Revokes a token. */
export const revokeToken: Action = async (context, id) =>
  donePage(await context.act("token revoke", id, {}), tokenPath(id));
