import type { CommandOutcome } from "../../admin/command/command.ts";
import type { Query } from "../../http/request.ts";
import type { OptionValues, PageContext, PanelPage } from "../parts/page_context.ts";

/**
 * Runs a command that changes something, once for each form.
 *
 * @throws {PageError} 409 where the form was sent before
 * @throws {CommandError} where the command cannot do it
 */
export type Act = (
  command: string,
  subject: string,
  values: OptionValues,
) => Promise<CommandOutcome>;

/** What a form is answered with. */
export interface ActionContext extends PageContext {
  readonly fields: Query;
  readonly act: Act;
}

/** Does what a form asks for; `subject` is the id in its path. */
export type Action = (context: ActionContext, subject: string) => Promise<PanelPage>;

/** The text of a form's field, without spaces around it; empty where it is not there. */
export function formText({ fields }: Pick<ActionContext, "fields">, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? "";
}
