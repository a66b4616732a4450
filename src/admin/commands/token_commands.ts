import type { TokenRecord, TokenState } from "../../access/records/token_store.ts";
import { rejectionLetter, tokenLetter } from "../../mail/letters.ts";
import {
  command,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  found,
} from "../command/command.ts";
import { EMAIL, LINE, optional, required } from "./options.ts";
import { isoOrNull, mailed } from "./outcomes.ts";

/** `token …` */
export const TOKEN_COMMANDS = [
  command("token apply", {
    description: "Takes an organization's application for a priority token",
    at: "POST tokens",
    options: {
      organization: required("name", "who applies; it has one token at most", LINE),
      name: required("name", "who speaks for it", LINE),
      email: required("address", "where the token is sent to", EMAIL),
    },
    async run({ store, clock }, _, applicant) {
      const { record, made } = await store.tokens.apply({ ...applicant, appliedAt: clock.now() });
      const { id, organization, state } = record;
      if (!made) {
        throw new CommandError(
          state === "applied"
            ? `Cannot apply: "${organization}" has applied already; review ${id}`
            : `Cannot apply: "${organization}" has a token already; "token regenerate ${id}" replaces it`,
          "conflict",
        );
      }
      return { json: { id, state }, notes: [`"token review ${id}" decides it.`] };
    },
  }),
  command("token review", {
    subject: "id",
    description:
      "Decides an application; --approve makes the token, shows it this once, and mails it; --reject mails the reason",
    at: "POST tokens/{}/review",
    forGood: true,
    options: {
      approve: { description: "grant it" },
      reject: { description: "turn it down, with --reason" },
      reason: optional(
        "text",
        "why; kept with the application, and mailed to the applicant with --reject",
        LINE,
      ),
    },
    async run(deps, id, { approve, reject, reason }) {
      if (approve === reject) {
        const got = approve ? "both" : "neither";
        throw new CommandError(
          `Cannot run "token review": expected --approve or --reject, got ${got}`,
        );
      }
      const reviewedAt = deps.clock.now();
      const reviewed = (state: TokenState) => (token: TokenRecord): TokenRecord => {
        expectState(token, "applied", "review");
        return { ...token, reviewedAt, ...(reason !== undefined && { reason }), state };
      };
      if (approve) return await grant(deps, id, reviewed("approved"));
      if (reason === undefined) {
        throw new CommandError('Cannot run "token review" with --reject and without --reason');
      }
      const token = found(await deps.store.tokens.update(id, reviewed("rejected")), "token", id);
      const notes = [`The application ${id} of ${token.organization} is turned down.`];
      const letter = rejectionLetter(deps.site(), token, reason);
      return await mailed(deps, letter, { json: tokenView(token), notes });
    },
  }),
  command("token list", {
    description: "Shows all applications and tokens",
    at: "GET tokens",
    always: true,
    showsPersonalData: true,
    none: 'There are no tokens yet; "token apply" notes an application.',
    run: async ({ store }) => ({ json: (await store.tokens.list()).map(tokenView) }),
  }),
  command("token regenerate", {
    subject: "id",
    description:
      "Makes another token in place of one that was lost or leaked, shows it this once, mails it",
    at: "POST tokens/{}/regenerate",
    forGood: true,
    run: (deps, id) =>
      grant(deps, id, (token) => {
        expectState(token, "approved", "regenerate");
        return { ...token, regeneratedAt: deps.clock.now() };
      }),
  }),
  command("token revoke", {
    subject: "id",
    description: "Ends a token; it is refused everywhere within 3 seconds",
    at: "POST tokens/{}/revoke",
    forGood: true,
    async run({ store, clock }, id) {
      const token = await store.tokens.update(id, (token) => {
        if (token.state === "revoked") return token;
        expectState(token, "approved", "revoke");
        return { ...token, state: "revoked", revokedAt: clock.now() };
      });
      return { json: tokenView(found(token, "token", id)) };
    },
  }),
];

type Change = (token: TokenRecord) => TokenRecord;

async function grant(deps: CommandDeps, id: string, alter: Change): Promise<CommandOutcome> {
  const { record, secret } = found(await deps.store.tokens.issue(id, alter), "token", id);
  return await mailed(deps, tokenLetter(deps.site(), record, secret), { json: { id, secret } });
}

function expectState(token: TokenRecord, wanted: TokenState, verb: string): void {
  if (token.state === wanted) return;
  throw new CommandError(
    `Cannot ${verb} ${token.id} of ${token.organization}: it is ${token.state}, not ${wanted}`,
    "conflict",
  );
}

/** A token as programs see it, or the application for one. */
function tokenView(token: TokenRecord) {
  return {
    id: token.id,
    organization: token.organization,
    name: token.name,
    email: token.email,
    state: token.state,
    hint: token.hint === "" ? null : token.hint,
    applied_at: isoOrNull(token.appliedAt),
    reviewed_at: isoOrNull(token.reviewedAt),
    reason: token.reason ?? null,
  };
}
