import { parseAddress } from "../../address/ip_address.ts";
import { type AdminPair, readAdminPair } from "../../access/gate/admin_pair.ts";
import type { Admins } from "../../access/gate/admins.ts";
import type { ClearTextCount } from "../../access/gate/clear_text.ts";
import type { Call } from "../../http/call.ts";
import { Refusal, tooMany } from "../../http/refusal.ts";
import type { Log } from "../../platform/log.ts";
import type { Area } from "../../routes/area.ts";
import {
  type Command,
  CommandError,
  type Desk,
  nameOf,
  type Outcome,
} from "../commands/command.ts";
import { checkGiven } from "../commands/command.ts";
import { OUTCOME_TYPE } from "./read_options.ts";
import { createPlaceTable, type Found } from "./place_table.ts";
import { readOptions } from "./read_options.ts";

export interface AdminAreaDeps {
  readonly commands: readonly Command[];
  readonly desk: Desk;
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
  readonly log: Log;
  /** `ADMIN_API`: whether more than looking is allowed. */
  readonly isOn: boolean;
  /** What `/api/admin/status` says. */
  status(): unknown;
}

/** `/api/admin/…`: what the command line does, for administrators only (a priority token is none). */
export function createAdminArea(deps: AdminAreaDeps): Area {
  const { desk, admins, passwordsInTheClear, log, isOn } = deps;
  const status: Command = {
    noun: "status",
    verb: "show",
    says: "How the service is doing",
    at: { method: "GET", path: "status", always: true },
    options: {},
    run: () => Promise.resolve({ json: deps.status(), lines: [] }),
  };
  const commands = [...deps.commands, status].filter(({ at }) => at?.always || isOn);
  const places = createPlaceTable(commands);

  async function run(call: Call, { command, subject }: Found, username: string): Promise<Outcome> {
    try {
      const given = checkGiven(command, readOptions(call, command, subject));
      const outcome = await command.run(desk, given);
      if (call.method === "POST") {
        log.info("An administrator did something", { username, command: nameOf(command) });
      }
      return outcome;
    } catch (error) {
      throw error instanceof CommandError ? asRefusal(error) : error;
    }
  }

  return {
    methods: isOn ? ["GET", "HEAD", "POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"],
    async screen(call) {
      const pair = readAdminPair(call);
      return pair && await refusalOf(admins, pair, call);
    },
    async answer(call, segments) {
      const { username } = await admit(admins, call);
      passwordsInTheClear.note(call);
      const outcome = await run(call, places.find(call.method, segments), username);
      const { json, lines, notes = [], code = 0 } = outcome;
      return call.headers.get("accept") === OUTCOME_TYPE ? { json, lines, notes, code } : json;
    },
  };
}

/**
 * Lets administrators in.
 *
 * @throws {Refusal} `INVALID_CREDENTIALS`, or `RATE_LIMITED` after too many failures
 */
async function admit(admins: Admins, call: Call): Promise<AdminPair> {
  const pair = readAdminPair(call);
  if (pair === undefined) throw new Refusal("INVALID_CREDENTIALS");
  const refusal = await refusalOf(admins, pair, call);
  if (refusal !== undefined) throw refusal;
  return pair;
}

async function refusalOf(
  admins: Admins,
  { username, password }: AdminPair,
  { address }: Call,
): Promise<Refusal | undefined> {
  const verdict = await admins.verify(username, password, parseAddress(address));
  if (typeof verdict === "object") return tooMany(verdict.retryAfterMs);
  return verdict ? undefined : new Refusal("INVALID_CREDENTIALS");
}

function asRefusal({ kind, message }: CommandError): Refusal {
  switch (kind) {
    case "missing":
      return new Refusal("NOT_FOUND", { message });
    case "conflict":
      return new Refusal("CONFLICT", { message });
    case "words":
      return new Refusal("INVALID_PARAMETER", { after: { hint: message } });
  }
}
