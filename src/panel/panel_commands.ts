import type { AdminFamilyDeps } from "../admin/http/admin_family.ts";
import {
  checkInput,
  type Command,
  type CommandInput,
  commandName,
  type CommandOutcome,
} from "../admin/command/command.ts";
import { runOnRecord } from "../admin/trail/trail.ts";
import { type Act, type OptionValues, type PageContext, PageError } from "./page_context.ts";

/** The administrator who runs a command, and from where. */
interface PanelCaller {
  readonly username: string;
  readonly address: string;
}

/** The commands of the command line, as pages and forms run them. */
interface PanelCommands {
  reading(caller: PanelCaller): Pick<PageContext, "outcome" | "read" | "readPage">;
  /** `claim` notes that the form was sent; false: it was sent before. */
  acting(caller: PanelCaller, claim: () => Promise<boolean>): Act;
}

export function createPanelCommands(admin: AdminFamilyDeps): PanelCommands {
  const { commandDeps, log } = admin;

  async function find(name: string, method: "GET" | "POST"): Promise<Command> {
    const command = (await admin.commands()).find((one) => commandName(one) === name);
    if (command?.at?.method === method) return command;
    throw new TypeError(`Cannot run "${name}" from a page`);
  }

  async function run(
    { username, address }: PanelCaller,
    [name, subject = "", values = {}]: Parameters<PageContext["outcome"]>,
  ): Promise<CommandOutcome> {
    const command = await find(name, "GET");
    const input = checkInput(command, inputOf(subject, values));
    return await runOnRecord(command, commandDeps, input, { by: username, ip: address });
  }

  return {
    reading: (caller) => ({
      outcome: (...asked) => run(caller, asked),
      read: async <T>(...asked: Parameters<PageContext["read"]>) =>
        (await run(caller, asked)).json as T,
      async readPage<T>(name: string, values: OptionValues) {
        const { json, page } = await run(caller, [name, "", values]);
        if (page === undefined) throw new TypeError(`Cannot page through "${name}"`);
        return { value: json as T, counts: page.counts };
      },
    }),
    acting: ({ username, address }, claim) => async (name, subject, values) => {
      const command = await find(name, "POST");
      const input = checkInput(command, inputOf(subject, values));
      if (!await claim()) throw sentBefore();
      const actor = { by: username, ip: address };
      const outcome = await runOnRecord(command, commandDeps, input, actor);
      log.info("An administrator did something", { username, command: name });
      return outcome;
    },
  };
}

function inputOf(subject: string, values: OptionValues): CommandInput {
  const given = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === "") return [];
    const texts = typeof value === "string" ? [value] : value;
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
  return { subject, values: new Map(given) };
}

function sentBefore(): PageError {
  return new PageError(409, {
    title: "This form was sent already",
    text: "Nothing was done a second time. What came of the first time stands in the lists.",
  });
}
