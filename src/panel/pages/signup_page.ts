import type { SignupView } from "../../admin/commands/signup_commands.ts";
import { html } from "../../page/html.ts";
import { badge, factList, formField } from "../../page/parts.ts";
import { redirectPage } from "../login.ts";
import {
  type Action,
  formWords,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
  when,
} from "../page_context.ts";

/** `/admin/signup`: whether people may sign up, and the forms that stop it. */
export async function signupPage(context: PageContext): Promise<PanelPage> {
  const { state, since, plans, refused, domains } = await context.read<SignupView>("signup show");
  const isOpen = state === "open";
  return {
    title: "Sign-up",
    main: html`
      <h1>Sign-up</h1><p class="text">People get a key of a plan with <code>signup</code> by a letter, at
        <a href="${"/key"}">/key</a>.</p>${factList([
          ["State", stateBadge(isOpen, plans.length)],
          ["Since", when(context, since)],
          ["Plans", plans.join(", ") || "none: no plan has signup"],
          ["Refused mail domains", `${refused}`],
        ])}<p><a href="${`${PANEL_PATHS.keys}?signup=true`}">Keys that were signed up for</a></p>${context
          .isOn && forms(context, isOpen)}${domains.length > 0 && html`
          <h2>Refused mail domains</h2><p class="text">${domains.join(", ")}</p>${context.isOn &&
            domainForm(context, "admit", "Mail domains to take again", "Take them")}
        `}
    `,
  };
}

/** Without a plan there is nothing to sign up for. */
function stateBadge(isOpen: boolean, plans: number) {
  if (!isOpen) return badge("warn", "closed");
  return plans > 0 ? badge("good", "open") : badge("warn", "open, for no plan");
}

function forms(context: PageContext, isOpen: boolean) {
  const action = isOpen ? "close" : "open";
  return html`
    <form method="post" action="${`${PANEL_PATHS.signup}/${action}`}">${context.formToken()}<button
      class="main">${isOpen ? "Close sign-up at once" : "Open sign-up"}</button></form>${domainForm(
        context,
        "refuse",
        "Mail domains to refuse, with commas between",
        "Refuse them",
      )}
  `;
}

function domainForm(
  { formToken }: PageContext,
  verb: "refuse" | "admit",
  label: string,
  button: string,
) {
  return html`
    <form class="stack" method="post"
      action="${`${PANEL_PATHS.signup}/${verb}`}">${formToken()}${formField({
        name: "domain",
        label,
        required: true,
      })}<button>${button}</button></form>
  `;
}

function changingDomains(verb: "refuse" | "admit"): Action {
  return async (context) => {
    await context.act(`signup ${verb}`, "", { domain: formWords(context, "domain") });
    return redirectPage(PANEL_PATHS.signup);
  };
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
  "signup/refuse": changingDomains("refuse"),
  "signup/admit": changingDomains("admit"),
};
