import type { SignupSwitch } from "../../access/records/owner_email.ts";
import { SIGNUP_SWITCH } from "../../platform/credential_keys.ts";
import {
  type CommandDeps,
  type CommandEntry,
  type CommandOutcome,
  commandsOf,
} from "../../admin/command/command.ts";
import { listTimestamp } from "../../admin/commands/table.ts";

/** What programs see of sign-up. */
interface SignupView {
  readonly state: "open" | "closed";
  readonly since: string | null;
  /** The plans that may be signed up for. */
  readonly plans: readonly string[];
}

async function readState({ store: { kv }, content }: CommandDeps): Promise<SignupView> {
  const { value } = await kv.get<SignupSwitch>(SIGNUP_SWITCH);
  const plans = Object.entries(content().plans).filter(([, { signup }]) => signup !== undefined);
  return {
    state: value?.isClosed ? "closed" : "open",
    since: listTimestamp(value?.since),
    plans: plans.map(([name]) => name),
  };
}

async function show(deps: CommandDeps): Promise<CommandOutcome> {
  const view = await readState(deps);
  const plans = view.plans.join(", ") || "none: a plan needs signup in content/plans.yaml";
  return {
    json: view,
    lines: [
      `Sign-up is ${view.state}${view.since === null ? "" : ` since ${view.since}`}.`,
      `Plans: ${plans}`,
    ],
  };
}

function switching(isClosed: boolean, description: string): CommandEntry {
  return {
    description,
    at: `POST signup/${isClosed ? "close" : "open"}`,
    async run(deps) {
      const { kv } = deps.store;
      const value: SignupSwitch = { isClosed, since: deps.clock.now() };
      const change = { before: null, after: { signup: isClosed ? "closed" : "open" } };
      await deps.onRecord(change, () => kv.commit([], [{ set: SIGNUP_SWITCH, value }]));
      return await show(deps);
    },
  };
}

/** `signup …`: who may get a key without an operator. */
export const SIGNUP_COMMANDS = commandsOf("signup", {
  show: {
    description: "Shows whether people may sign up, and for which plans",
    at: "GET signup",
    always: true,
    run: show,
  },
  close: switching(true, "Stops sign-up at once; keys that exist work on"),
  open: switching(false, "Lets people sign up again"),
});
