import { CommandError } from "../../admin/command/command.ts";
import type { TokenView } from "../../admin/commands/token_commands.ts";
import type { HtmlValue } from "../../page/html.ts";
import { formField } from "../../page/parts.ts";
import {
  donePage,
  notFoundPage,
  questionLinks,
  questionPage,
  secretPage,
} from "../outcome_pages.ts";
import {
  type Action,
  formText,
  type PageContext,
  type PanelPage,
  type RenderPage,
  tokenPath,
} from "../page_context.ts";

/** What is done to a token or an application for good, by the ends of the paths. */
const DEEDS = {
  reject: {
    link: "Reject it",
    about: "The applicant gets the reason by e-mail if SMTP_URL is set.",
    title: (of: string) => `Reject the application of ${of}?`,
    button: "Reject it",
    happens: [
      "The decision and its reason stay with the application.",
      "The organization may apply again.",
    ],
  },
  regenerate: {
    link: "Make another token in its place",
    about: "The present one ends.",
    title: (of: string) => `Make another token for ${of}?`,
    button: "Make another token",
    happens: [
      "Every server refuses the present token within 3 seconds. Nothing brings it back.",
      "The next page shows the new token, this once. It also goes out by e-mail if SMTP_URL is set.",
    ],
  },
  revoke: {
    link: "Revoke it",
    about: "It opens nothing any more.",
    title: (of: string) => `Revoke the token of ${of}?`,
    button: "Revoke this token",
    happens: [
      "Every server refuses it within 3 seconds, for good.",
      "The organization may apply again. Its uses stay on record.",
    ],
  },
  forget: {
    link: "Forget its person",
    about: "No record names the person any more.",
    title: (of: string) => `Forget the person of ${of}?`,
    button: "Forget the person",
    happens: [
      "The organization, the name, the e-mail and the reason of its record are emptied, for good.",
      "A token that holds is revoked: every server refuses it within 3 seconds.",
      "Codes for the same e-mail are emptied and revoked, too.",
      "No entry of the audit names the person any more, as far as the store's format allows.",
      "Snapshots that exist, logs, and messages that were sent keep what they have.",
    ],
  },
} as const;

type Deed = keyof typeof DEEDS;

const OPEN_DEEDS: Readonly<Record<TokenView["state"], readonly Deed[]>> = {
  applied: ["reject", "forget"],
  approved: ["regenerate", "revoke", "forget"],
  rejected: ["forget"],
  revoked: ["forget"],
};

/** Links to the questions before something is done for good. */
export function tokenQuestions({ id, state, email }: TokenView): HtmlValue {
  // What was forgotten has no e-mail.
  if (email === "") return undefined;
  return questionLinks(tokenPath(id), OPEN_DEEDS[state], DEEDS);
}

async function ask(
  context: PageContext,
  [id, deed]: readonly [id: string, deed: Deed],
  refused?: { readonly reason: string; readonly message: string },
): Promise<PanelPage> {
  if (!context.isOn) return notFoundPage();
  const tokens = await context.read<readonly TokenView[]>("token list");
  const token = tokens.find((one) => one.id === id);
  if (token === undefined) return notFoundPage();
  const { title, happens, button } = DEEDS[deed];
  const page = questionPage(context, {
    title: title(token.organization),
    happens,
    action: `${tokenPath(id)}/${deed}`,
    button,
    fields: deed === "reject" && formField({
      name: "reason",
      label: "Why it is rejected",
      value: refused?.reason,
      error: refused?.message,
      required: true,
    }),
    back: tokenPath(id),
  });
  return refused === undefined ? page : { ...page, status: 400 };
}

function asking(deed: Deed): RenderPage {
  return (context, id) => ask(context, [id, deed]);
}

/** The questions about tokens, by their paths below `/admin`. */
export const TOKEN_QUESTIONS: Readonly<Record<string, RenderPage>> = {
  "tokens/{}/reject": asking("reject"),
  "tokens/{}/regenerate": asking("regenerate"),
  "tokens/{}/revoke": asking("revoke"),
  "tokens/{}/forget": asking("forget"),
};

const approveToken: Action = async (context, id) => {
  const outcome = await context.act("token review", id, { approve: "true" });
  return secretPage(outcome, { title: "The application is approved", back: tokenPath });
};

const rejectToken: Action = async (context, id) => {
  const reason = formText(context, "reason");
  try {
    const outcome = await context.act("token review", id, { reject: "true", reason });
    return donePage(outcome, tokenPath(id));
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== "words") throw error;
    const message = reason === "" ? "Enter a reason." : `${error.message}.`;
    return await ask(context, [id, "reject"], { reason, message });
  }
};

const regenerateToken: Action = async (context, id) => {
  const outcome = await context.act("token regenerate", id, {});
  return secretPage(outcome, { title: "There is another token", back: tokenPath });
};

function ending(command: string): Action {
  return async (context, id) => donePage(await context.act(command, id, {}), tokenPath(id));
}

/** What the answers to those questions do, and the approval. */
export const TOKEN_DEEDS: Readonly<Record<string, Action>> = {
  "tokens/{}/approve": approveToken,
  "tokens/{}/reject": rejectToken,
  "tokens/{}/regenerate": regenerateToken,
  "tokens/{}/revoke": ending("token revoke"),
  "tokens/{}/forget": ending("token forget"),
};
