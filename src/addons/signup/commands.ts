import type { SignupSwitch } from "../../access/records/owner_email.ts";
import { SIGNUP_SWITCH } from "../../platform/credential_keys.ts";
import { type Command, command, type CommandDeps } from "../../admin/command/command.ts";
import { isoOrNull } from "../../admin/commands/outcomes.ts";

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
    since: isoOrNull(value?.since),
    plans: plans.map(([name]) => name),
  };
}

async function show(deps: CommandDeps) {
  const view = await readState(deps);
  const none = "No plan may be signed up for: one needs signup in content/plans.yaml.";
  return { json: view, notes: view.plans.length === 0 ? [none] : [] };
}

function switching(isClosed: boolean, description: string): Command {
  const verb = isClosed ? "close" : "open";
  return command(`signup ${verb}`, {
    description,
    at: `POST signup/${verb}`,
    async run(deps) {
      const value: SignupSwitch = { isClosed, since: deps.clock.now() };
      const after = { signup: isClosed ? "closed" : "open" };
      await deps.commit({ subject: null, before: null, after }, [], [{
        set: SIGNUP_SWITCH,
        value,
      }]);
      return await show(deps);
    },
  });
}

/** `signup …`: who may get a key without an operator. */
export const SIGNUP_COMMANDS = [
  command("signup show", {
    description: "Shows whether people may sign up, and for which plans",
    at: "GET signup",
    always: true,
    run: show,
  }),
  switching(true, "Stops sign-up at once; keys that exist work on"),
  switching(false, "Lets people sign up again"),
];
