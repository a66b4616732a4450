import { titleSlug } from "../../src/model/title_slug.ts";
import { quote } from "../diagnostic/wording.ts";
import { slug as slugSchema } from "../schema/content/field.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** Addresses are names of files, and parts of paths. */
const MAX_LENGTH = 100;

/**
 * The address of an entry: the name of its file, without the ending. It follows from `title` unless one is
 * `typed`, and begins with `day` where the kind has one in front.
 *
 * @throws {TaskError} where none can be made of the title, or what was typed is none
 */
export function entryAddress(
  { title, typed, day }: {
    readonly title: string;
    readonly typed: string | undefined;
    readonly day: string | undefined;
  },
): string {
  const own = typed ?? titleSlug(title);
  if (own === "") {
    throw new TaskError(
      say`Cannot make a file name of "${title}": add its address in small Latin letters,
        such as --address maeda-atsuko`,
    );
  }
  const address = day === undefined || own.startsWith(`${day}-`) ? own : `${day}-${own}`;
  const isAddress = slugSchema.safeParse(address).success && /^[a-z0-9-]+$/.test(address);
  if (isAddress && address.length <= MAX_LENGTH) return address;
  throw new TaskError(
    say`Cannot use the address ${quote(address)}: expected small letters, digits and hyphens,
      such as aufa-zafirah`,
  );
}
