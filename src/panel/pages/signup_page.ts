import type { SignupView } from "../../admin/commands/signup_commands.ts";
import { html } from "../../page/html.ts";
import { badge, factList } from "../../page/parts.ts";
import { redirectPage } from "../login.ts";
import {
  type Action,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
  when,
} from "../page_context.ts";

/** `/admin/signup`: whether people may sign up, and the forms that stop it. */
export async function signupPage(context: PageContext): Promise<PanelPage> {
  const { state, since, plans } = await context.read<SignupView>("signup show");
  const isOpen = state === "open";
  return {
    title: "Sign-up",
    main: html`
      <h1>Sign-up</h1><p class="text">People get a key of a plan with <code>signup</code> by a letter, at
        <a href="${"/key"}">/key</a>.</p>${factList([
          ["State", stateBadge(isOpen, plans.length)],
          ["Since", when(context, since)],
          ["Plans", plans.join(", ") || "none: no plan has signup"],
        ])}<p><a href="${`${PANEL_PATHS.keys}?signup=true`}">Keys that were signed up for</a></p>${context
          .isOn && switchForm(context, isOpen)}
    `,
  };
}

/** Without a plan there is nothing to sign up for. */
function stateBadge(isOpen: boolean, plans: number) {
  if (!isOpen) return badge("warn", "closed");
  return plans > 0 ? badge("good", "open") : badge("warn", "open, for no plan");
}

function switchForm(context: PageContext, isOpen: boolean) {
  const action = isOpen ? "close" : "open";
  return html`
    <form method="post" action="${`${PANEL_PATHS.signup}/${action}`}">${context.formToken()}<button
      class="main">${isOpen ? "Close sign-up at once" : "Open sign-up"}</button></form>
  `;
}

function running(command: string): Action {
  return async (context) => {
    await context.act(command, "", {});
    return redirectPage(PANEL_PATHS.signup);
  };
}

/** What the forms do, by their paths below `/admin`. */
export const SIGNUP_DEEDS: Readonly<Record<string, Action>> = {
  "signup/close": running("signup close"),
  "signup/open": running("signup open"),
};
