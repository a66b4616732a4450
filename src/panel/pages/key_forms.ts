import { CommandError } from "../../admin/command/command.ts";
import { type KeyView, lastDay } from "../../admin/commands/keys.ts";
import { planZone } from "../../admin/commands/options.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { formField, hiddenField, notice, recordTable } from "../../page/parts.ts";
import { redirectPage } from "../login.ts";
import { secretPage } from "../outcome_pages.ts";
import {
  type Action,
  formText,
  formWords,
  keyPath,
  type PageContext,
  type RenderPage,
} from "../page_context.ts";

/** A form of a key's page: the command that it runs, and what its page says afterwards. */
interface KeyForm {
  readonly command: string;
  /** The command's option that the form's field is for. */
  readonly option: string;
  /** What the field expects, if nothing was entered. */
  readonly expected: string;
  readonly done: string;
}

/** The forms of a key's page, by the ends of their paths. */
const FORMS = {
  "plan": {
    command: "key set-plan",
    option: "plan",
    expected: "Choose a plan.",
    done: "The key has another plan. What it has used in this period counts on.",
  },
  "end": {
    command: "key extend",
    option: "expires",
    expected: "Enter a day such as 2027-01-31, or never.",
    done: "The key has another last day.",
  },
  "credit": {
    command: "key credit",
    option: "requests",
    expected: "Enter how many requests.",
    done: "The key may make more requests until its period ends.",
  },
  "allow": {
    command: "key allow-ip",
    option: "ip",
    expected: "Enter an address or a range.",
    done: "The key works from the addresses that were added.",
  },
  "deny": {
    command: "key deny-ip",
    option: "ip",
    expected: "Choose an address.",
    done: "The key does not work any more from the addresses that were taken off.",
  },
} as const satisfies Readonly<Record<string, KeyForm>>;

type FormName = keyof typeof FORMS;

/** A form that was not taken: what was entered, and why. */
export interface RefusedForm {
  readonly name: FormName | "feed";
  readonly entered: string;
  readonly message: string;
  /** Whether the state of things is against it, which may be another by now. */
  readonly isConflict: boolean;
}

/** What a key's page says of a form that has done its work just now. */
export function doneWords({ query }: Pick<PageContext, "query">): string | undefined {
  const name = query.get("done")?.[0] ?? "";
  return Object.hasOwn(FORMS, name) ? FORMS[name as FormName].done : undefined;
}

/** Shows a key's page, with a form that was not taken if there is one. */
export type ShowKey = (
  context: PageContext,
  id: string,
  refused?: RefusedForm,
) => ReturnType<RenderPage>;

/** What the forms of a key's page do, by their paths below `/admin`; `show` shows the page again. */
export function keyFormActions(show: ShowKey): Readonly<Record<string, Action>> {
  const forms = (Object.keys(FORMS) as FormName[]).map((name) =>
    [`keys/{}/${name}`, changing(name, show)] as const
  );
  return { ...Object.fromEntries(forms), "keys/{}/feed": makingFeedToken(show) };
}

function changing(name: FormName, show: ShowKey): Action {
  const { command, option, expected } = FORMS[name];
  return async (context, id) => {
    const chosen = formWords(context, option);
    const [first = ""] = context.fields.get(option) ?? [];
    const refused = { name, entered: first.trim(), isConflict: false };
    if (chosen.length === 0) return await show(context, id, { ...refused, message: expected });
    try {
      const was = formText(context, "was");
      const value = option === "ip" ? chosen : first.trim();
      await context.act(command, id, { [option]: value, ...(was !== "" && { was }) });
    } catch (error) {
      return await show(context, id, { ...refused, ...refusalOf(error) });
    }
    return redirectPage(`${keyPath(id)}?done=${name}`);
  };
}

function makingFeedToken(show: ShowKey): Action {
  return async (context, id) => {
    try {
      const outcome = await context.act("key feed", id, {});
      const { url } = outcome.json as { readonly url: string };
      const notes = [`An address to subscribe to: ${url}`];
      const words = { title: "The feed token is made", back: () => keyPath(id) };
      return secretPage({ ...outcome, notes }, words);
    } catch (error) {
      const refused = { name: "feed", entered: "" } as const;
      return await show(context, id, { ...refused, ...refusalOf(error) });
    }
  };
}

/** @throws the error itself if it is none of what was entered, nor of the key's state */
function refusalOf(error: unknown): Pick<RefusedForm, "message" | "isConflict"> {
  if (!(error instanceof CommandError) || error.kind === "missing") throw error;
  return { message: `${error.message}.`, isConflict: error.kind === "conflict" };
}

/** The forms that change a key. */
export function keyForms(context: PageContext, key: KeyView, refused?: RefusedForm): Html {
  const { index: { plans } } = context;
  const fieldOf = (name: FormName, present = "") => {
    const isRefused = refused?.name === name;
    const { option } = FORMS[name];
    const value = isRefused ? refused.entered : present;
    return { name: option, value, error: isRefused ? refused.message : undefined };
  };
  const zone = planZone(plans, key.plan);
  const planNames = [...new Set([key.plan, ...Object.keys(plans)])];
  const form = (name: FormName, fields: HtmlValue, button: string) =>
    html`
      <form class="card stack" method="post"
        action="${keyPath(key.id)}/${name}">${context
          .formToken()}${fields}<div><button>${button}</button></div></form>
    `;
  return html`
    <h2>Change it</h2>
    <div class="grid">${form(
      "plan",
      html`${hiddenField("was", key.plan)}${
        formField({
          ...fieldOf("plan", key.plan),
          label: "Plan",
          choices: planNames.map((plan) => [plan, plan]),
        })
      }`,
      "Set the plan",
    )}${form(
      "end",
      html`${hiddenField("was", key.expires_at ?? "never")}${
        formField({
          ...fieldOf("end", endText(key, zone)),
          label: "Last day",
          note: `As 2027-01-31, in ${zone}; an instant; or never.`,
          required: true,
        })
      }`,
      "Set the last day",
    )}${key.limit !== null && form(
      "credit",
      formField({
        ...fieldOf("credit"),
        label: "More requests",
        note: "Added to the limit until the present period ends. They cannot be taken back.",
        required: true,
      }),
      "Add the requests",
    )}${form(
      "allow",
      formField({
        ...fieldOf("allow"),
        label: "Addresses or ranges, with commas between",
        note: "Added to those from which the key works.",
        required: true,
      }),
      "Add the addresses",
    )}</div>${key.ips.length > 0 &&
      addressTable(
        context,
        key,
        refused?.name === "deny" && notice("bad", html`<p>${refused.message}</p>`),
      )}
  `;
}

/** The end of a key as its form takes it. */
function endText({ expires_at }: KeyView, zone: string): string {
  if (expires_at === null) return "never";
  return lastDay(Date.parse(expires_at), zone) ?? expires_at;
}

/** The addresses, each with the button that takes it off. */
function addressTable({ formToken }: PageContext, { id, ips }: KeyView, refused: Html | false) {
  return html`
    <h3>Addresses from which it works</h3>${refused}<form method="post"
      action="${keyPath(id)}/deny">${formToken()}${recordTable<string>(
        "Addresses",
        [
          {
            name: "Change",
            cell: (ip) =>
              html`<button name="ip" value="${ip}" aria-label="Take it off: ${ip}">Take it off</button>`,
          },
          { name: "Address", cell: (ip) => html`<code>${ip}</code>` },
        ],
        ips,
        "",
      )}</form>
  `;
}
