import { slug as slugSchema } from "../../src/model/content/field.ts";
import { titleSlug } from "../derive/title_slug.ts";
import { quote } from "../diagnostic/quote.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** What the address of a new entry is made of. */
export interface Addressed {
  readonly name: string;
  /** What somebody typed; empty where the address follows from the name. */
  readonly typed: string;
  /** The day in front of it, where the kind has one. */
  readonly day: string | undefined;
}

/**
 * The address of a new entry: the name of its file.
 *
 * @throws {TaskError} where none can be made of the name, or what was typed is none
 */
export function addressOf({ name, typed, day }: Addressed): string {
  const own = typed === "" ? titleSlug(name) : typed;
  if (own === "") {
    throw new TaskError(
      say`Cannot make an address of ${quote(name)}: write one in small Latin letters`,
    );
  }
  const address = day === undefined || own.startsWith(`${day}-`) ? own : `${day}-${own}`;
  const { error } = slugSchema.safeParse(address);
  if (error === undefined && /^[a-z0-9-]+$/.test(address) && address.length <= 100) return address;
  throw new TaskError(
    say`Cannot use the address ${quote(address)}: expected small letters, digits and hyphens,
      such as aufa-zafirah`,
  );
}
