import { readDomain, type SignupSwitch } from "../../access/records/owner_email.ts";
import { type KvWrite, listAll } from "../../platform/kv.ts";
import {
  REFUSED_DOMAINS,
  refusedDomainKey,
  SIGNUP_SWITCH,
} from "../../platform/credential_keys.ts";
import { BOUND_KEYS_FORMAT, readFormat } from "../../store/format.ts";
import {
  type CommandArguments,
  type CommandDeps,
  type CommandEntry,
  CommandError,
  type CommandOutcome,
  commandsOf,
  filesOf,
} from "../command/command.ts";
import { listTimestamp } from "./table.ts";

const AT_ONCE = 200;
/** Domains that a list shows without a file. */
const SHOWN = 1000;

const DOMAIN = {
  valueName: "domain",
  description: "a mail domain, and all below it",
  repeats: true,
};

/** What programs see of sign-up. */
export interface SignupView {
  readonly state: "open" | "closed";
  readonly since: string | null;
  /** The plans that may be signed up for. */
  readonly plans: readonly string[];
  readonly refused: number;
  readonly domains: readonly string[];
}

async function readState({ store: { kv }, content }: CommandDeps): Promise<SignupView> {
  const { value } = await kv.get<SignupSwitch>(SIGNUP_SWITCH);
  const domains: string[] = [];
  for await (const { key } of listAll(kv, REFUSED_DOMAINS)) domains.push(String(key.at(-1)));
  const plans = Object.entries(content().plans).filter(([, { signup }]) => signup !== undefined);
  return {
    state: value?.isClosed ? "closed" : "open",
    since: listTimestamp(value?.since),
    plans: plans.map(([name]) => name),
    refused: domains.length,
    domains: domains.slice(0, SHOWN),
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
      `Mail domains that are refused: ${view.refused}`,
      ...view.domains,
    ],
  };
}

function switching(isClosed: boolean, description: string): CommandEntry {
  return {
    description,
    at: `POST signup/${isClosed ? "close" : "open"}`,
    async run(deps) {
      await refuseOldFormat(deps);
      const { kv } = deps.store;
      const value: SignupSwitch = { isClosed, since: deps.clock.now() };
      const change = { before: null, after: { signup: isClosed ? "closed" : "open" } };
      await deps.onRecord(change, () => kv.commit([], [{ set: SIGNUP_SWITCH, value }]));
      return await show(deps);
    },
  };
}

function listing(description: string, verb: "refuse" | "admit"): CommandEntry {
  return {
    description,
    at: `POST signup/${verb}`,
    options: {
      domain: DOMAIN,
      file: {
        valueName: "file",
        description: "a text file with a domain a line, at the machine alone",
      },
    },
    async run(deps, input) {
      await refuseOldFormat(deps);
      const domains = await readDomains(deps, input);
      const writes = domains.map((domain): KvWrite =>
        verb === "refuse"
          ? { set: refusedDomainKey(domain), value: true }
          : { delete: refusedDomainKey(domain) }
      );
      const change = { before: null, after: { [verb]: domains.length } };
      await deps.onRecord(change, async () => {
        for (let start = 0; start < writes.length; start += AT_ONCE) {
          await deps.store.kv.commit([], writes.slice(start, start + AT_ONCE));
        }
      });
      return await show(deps);
    },
  };
}

async function readDomains(deps: CommandDeps, input: CommandArguments): Promise<string[]> {
  const file = input.text("file");
  const lines = file === undefined ? [] : (await filesOf(deps).read(file)).split(/\r?\n/);
  const words = [...input.all("domain"), ...lines.map((line) => line.replace(/#.*/, "").trim())]
    .filter((word) => word !== "");
  if (words.length === 0) throw new CommandError("Cannot run this without --domain or --file");
  return words.map((word) => {
    const domain = readDomain(word);
    if (domain !== undefined) return domain;
    throw new CommandError(
      `Cannot use the domain "${word}": write it as mail.example`,
      "words",
      "domain",
    );
  });
}

async function refuseOldFormat({ store }: CommandDeps): Promise<void> {
  if (await readFormat(store.kv) >= BOUND_KEYS_FORMAT) return;
  throw new CommandError(
    'Cannot change sign-up in a store of this format, which has none: "store migrate" raises it',
    "conflict",
  );
}

/** `signup …`: who may get a key without an operator. */
export const SIGNUP_COMMANDS = commandsOf("signup", {
  show: {
    description:
      "Shows whether people may sign up, for which plans, and which mail domains are refused",
    at: "GET signup",
    always: true,
    run: show,
  },
  close: switching(true, "Stops sign-up at once; keys that exist work on"),
  open: switching(false, "Lets people sign up again"),
  refuse: listing(
    "Refuses sign-up from mail domains, such as those of disposable addresses",
    "refuse",
  ),
  admit: listing("Takes mail domains off that list", "admit"),
});
