import type { TokenRecord, TokenState } from "../../access/records/token_store.ts";
import { rejectionLetter, tokenLetter } from "../../mail/letters.ts";
import { deliveryNotes } from "../../mail/mail.ts";
import {
  type Command,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
} from "../command/command.ts";
import { notFound } from "../command/command.ts";
import { readEmail, readLine } from "./option_values.ts";
import { secretOutcome } from "./key_view.ts";
import { instant, listTimestamp, table } from "./table.ts";

const apply: Command = {
  noun: "token",
  verb: "apply",
  description: "Takes an organization's application for a priority token",
  at: { method: "POST", path: "tokens" },
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
};

const review: Command = {
  noun: "token",
  verb: "review",
  subject: "id",
  description:
    "Decides an application; --approve makes the token, shows it this once, and mails it; --reject mails the reason",
  at: { method: "POST", path: "tokens/{}/review" },
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
    if (input.has("approve")) {
      return await grant(deps, input.subject, (token) => {
        expectState(token, "applied", "review");
        return { ...token, reviewedAt, ...(reason !== undefined && { reason }), state: "approved" };
      });
    }
    if (reason === undefined) {
      throw new CommandError('Cannot run "token review" with --reject and without --reason');
    }
    return await turnDown(deps, input.subject, reason, (token) => {
      expectState(token, "applied", "review");
      return { ...token, reviewedAt, reason, state: "rejected" };
    });
  },
};

const list: Command = {
  noun: "token",
  verb: "list",
  description: "Shows all applications and tokens",
  at: { method: "GET", path: "tokens", always: true },
  showsPersonalData: true,
  options: {},
  async run({ store }) {
    const tokens = await store.tokens.list();
    return { json: tokens.map(tokenView), lines: tokenLines(tokens) };
  },
};

const regenerate: Command = {
  noun: "token",
  verb: "regenerate",
  subject: "id",
  description:
    "Makes another token in place of one that was lost or leaked, shows it this once, mails it",
  at: { method: "POST", path: "tokens/{}/regenerate" },
  options: {},
  run: (deps, { subject }) =>
    grant(deps, subject, (token) => {
      expectState(token, "approved", "regenerate");
      return { ...token, regeneratedAt: deps.clock.now() };
    }),
};

const revoke: Command = {
  noun: "token",
  verb: "revoke",
  subject: "id",
  description: "Ends a token; it is refused everywhere within 3 seconds",
  at: { method: "POST", path: "tokens/{}/revoke" },
  options: {},
  async run(deps, { subject }) {
    const token = await change(deps, subject, (token) => {
      if (token.state === "revoked") return token;
      expectState(token, "approved", "revoke");
      return { ...token, state: "revoked", revokedAt: deps.clock.now() };
    });
    return {
      json: tokenView(token),
      lines: [`Token ${token.id} of ${token.organization} is revoked.`],
    };
  },
};

/** `token …` */
export const TOKEN_COMMANDS: readonly Command[] = [apply, review, list, regenerate, revoke];

type Change = (token: TokenRecord) => TokenRecord;

async function change({ store }: CommandDeps, id: string, alter: Change): Promise<TokenRecord> {
  const token = await store.tokens.update(id, alter);
  if (token === undefined) throw notFound("token", id);
  return token;
}

async function grant(deps: CommandDeps, id: string, alter: Change): Promise<CommandOutcome> {
  const { site } = deps.content();
  const issued = await deps.store.tokens.issue(id, alter);
  if (issued === undefined) throw notFound("token", id);
  const { record, secret } = issued;
  const mail = tokenLetter(site, record, secret);
  const delivery = await deps.mailer.send(mail);
  return {
    ...secretOutcome(`Priority token ${record.id} for ${record.organization}:`, record.id, secret),
    notes: deliveryNotes(mail, delivery),
    code: delivery.state === "failed" ? 1 : 0,
  };
}

/** Where no mail server is configured, nothing is said of a letter. */
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
  const decided = `The application ${token.id} of ${token.organization} is turned down.`;
  const sent = delivery.state === "sent" ? [`The reason was mailed to ${mail.to}.`] : [];
  const isFailed = delivery.state === "failed";
  return {
    json: tokenView(token),
    lines: [decided, ...sent],
    notes: isFailed ? deliveryNotes(mail, delivery) : [],
    code: isFailed ? 1 : 0,
  };
}

function expectState(token: TokenRecord, wanted: TokenState, verb: string): void {
  if (token.state === wanted) return;
  throw new CommandError(
    `Cannot ${verb} ${token.id} of ${token.organization}: it is ${token.state}, not ${wanted}`,
    "conflict",
  );
}

function tokenView(token: TokenRecord): Record<string, unknown> {
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

function tokenLines(tokens: readonly TokenRecord[]): string[] {
  if (tokens.length === 0) return ['There are no tokens yet; "token apply" notes an application.'];
  const heads = ["id", "token", "organization", "name", "e-mail", "state", "applied", "reviewed"];
  const rows = tokens.map((token) => [
    token.id,
    token.hint,
    token.organization,
    token.name,
    token.email,
    token.state,
    instant(token.appliedAt),
    instant(token.reviewedAt),
    instant(token.revokedAt),
    token.reason ?? "",
  ]);
  return table([...heads, "revoked", "reason"], rows);
}
