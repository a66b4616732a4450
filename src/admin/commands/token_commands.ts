import type { TokenRecord, TokenState } from "../../access/records/token_store.ts";
import { rejectionLetter, tokenLetter } from "../../mail/letters.ts";
import { deliveryNotes } from "../../mail/mail.ts";
import {
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  commandsOf,
  found,
} from "../command/command.ts";
import { readEmail, readLine } from "./options.ts";
import { instant, listCommand, listTimestamp, mailed, secretOutcome } from "./table.ts";

/** `token …` */
export const TOKEN_COMMANDS = commandsOf("token", {
  apply: {
    description: "Takes an organization's application for a priority token",
    at: "POST tokens",
    options: {
      organization: {
        valueName: "name",
        description: "who applies; it has one token at most",
        required: true,
      },
      name: { valueName: "name", description: "who speaks for it", required: true },
      email: { valueName: "address", description: "where the token is sent to", required: true },
    },
    async run({ store, clock }, input) {
      const { record, made } = await store.tokens.apply({
        organization: readLine(input, "organization"),
        name: readLine(input, "name"),
        email: readEmail(input),
        appliedAt: clock.now(),
      });
      const { id, organization, state } = record;
      if (!made) {
        throw new CommandError(
          state === "applied"
            ? `Cannot apply: "${organization}" has applied already; review ${id}`
            : `Cannot apply: "${organization}" has a token already; "token regenerate ${id}" replaces it`,
          "conflict",
        );
      }
      return {
        json: { id, state },
        lines: [`Application ${id} of ${organization} is noted; "token review ${id}" decides it.`],
      };
    },
  },
  review: {
    subject: "id",
    description:
      "Decides an application; --approve makes the token, shows it this once, and mails it; --reject mails the reason",
    at: "POST tokens/{}/review",
    forGood: true,
    options: {
      approve: { description: "grant it" },
      reject: { description: "turn it down, with --reason" },
      reason: {
        valueName: "text",
        description: "why; kept with the application, and mailed to the applicant with --reject",
      },
    },
    async run(deps, input) {
      if (input.has("approve") === input.has("reject")) {
        const got = input.has("approve") ? "both" : "neither";
        throw new CommandError(
          `Cannot run "token review": expected --approve or --reject, got ${got}`,
        );
      }
      const reason = input.text("reason") === undefined ? undefined : readLine(input, "reason");
      const reviewedAt = deps.clock.now();
      const reviewed = (state: TokenState) => (token: TokenRecord): TokenRecord => {
        expectState(token, "applied", "review");
        return { ...token, reviewedAt, ...(reason !== undefined && { reason }), state };
      };
      if (input.has("approve")) return await grant(deps, input.subject, reviewed("approved"));
      if (reason === undefined) {
        throw new CommandError('Cannot run "token review" with --reject and without --reason');
      }
      return await turnDown(deps, input.subject, reason, reviewed("rejected"));
    },
  },
  list: listCommand({
    description: "Shows all applications and tokens",
    at: "GET tokens",
    always: true,
    rows: ({ store }) => store.tokens.list(),
    view: tokenView,
    none: 'There are no tokens yet; "token apply" notes an application.',
    columns: {
      id: ({ id }) => id,
      token: ({ hint }) => hint,
      organization: ({ organization }) => organization,
      name: ({ name }) => name,
      "e-mail": ({ email }) => email,
      state: ({ state }) => state,
      applied: ({ appliedAt }) => instant(appliedAt),
      reviewed: ({ reviewedAt }) => instant(reviewedAt),
      revoked: ({ revokedAt }) => instant(revokedAt),
      reason: ({ reason = "" }) => reason,
    },
  }),
  regenerate: {
    subject: "id",
    description:
      "Makes another token in place of one that was lost or leaked, shows it this once, mails it",
    at: "POST tokens/{}/regenerate",
    forGood: true,
    run: (deps, { subject }) =>
      grant(deps, subject, (token) => {
        expectState(token, "approved", "regenerate");
        return { ...token, regeneratedAt: deps.clock.now() };
      }),
  },
  revoke: {
    subject: "id",
    description: "Ends a token; it is refused everywhere within 3 seconds",
    at: "POST tokens/{}/revoke",
    forGood: true,
    async run(deps, { subject }) {
      const token = await change(deps, subject, (token) => {
        if (token.state === "revoked") return token;
        expectState(token, "approved", "revoke");
        return { ...token, state: "revoked", revokedAt: deps.clock.now() };
      });
      const { id, organization } = token;
      return { json: tokenView(token), lines: [`Token ${id} of ${organization} is revoked.`] };
    },
  },
});

type Change = (token: TokenRecord) => TokenRecord;

async function change({ store }: CommandDeps, id: string, alter: Change): Promise<TokenRecord> {
  return found(await store.tokens.update(id, alter), "token", id);
}

async function grant(deps: CommandDeps, id: string, alter: Change): Promise<CommandOutcome> {
  const { site } = deps.content();
  const { record, secret } = found(await deps.store.tokens.issue(id, alter), "token", id);
  const what = `Priority token ${record.id} for ${record.organization}:`;
  const outcome = secretOutcome(what, record.id, secret);
  return await mailed(deps, tokenLetter(site, record, secret), outcome);
}

/** If no mail server is configured, nothing is said of a letter. */
async function turnDown(
  deps: CommandDeps,
  id: string,
  reason: string,
  alter: Change,
): Promise<CommandOutcome> {
  const { site } = deps.content();
  const token = await change(deps, id, alter);
  const mail = rejectionLetter(site, token, reason);
  const delivery = await deps.mailer.send(mail);
  const lines = [`The application ${token.id} of ${token.organization} is turned down.`];
  if (delivery.state === "sent") lines.push(`The reason was mailed to ${mail.to}.`);
  const outcome = { json: tokenView(token), lines };
  if (delivery.state !== "failed") return outcome;
  return { ...outcome, notes: deliveryNotes(mail, delivery), code: 1 };
}

function expectState(token: TokenRecord, wanted: TokenState, verb: string): void {
  if (token.state === wanted) return;
  throw new CommandError(
    `Cannot ${verb} ${token.id} of ${token.organization}: it is ${token.state}, not ${wanted}`,
    "conflict",
  );
}

/** A token as programs see it, or the application for one. */
export type TokenView = ReturnType<typeof tokenView>;

function tokenView(token: TokenRecord) {
  return {
    id: token.id,
    organization: token.organization,
    name: token.name,
    email: token.email,
    state: token.state,
    hint: token.hint === "" ? null : token.hint,
    applied_at: listTimestamp(token.appliedAt),
    reviewed_at: listTimestamp(token.reviewedAt),
    reason: token.reason ?? null,
  };
}
