import { say, translated } from "../../words/say.ts";

const TOO_PALE =
  /^too pale to be read on white: its contrast is (\S+):1, (\S+):1 is needed; '(.+)'/;

/** What a schema says of a value, in the language of the moment; schemas themselves say it in English. */
export function schemaWords(message: string): string {
  const [, found, needed, enough] = TOO_PALE.exec(message) ?? [];
  if (enough === undefined) return translated(message);
  return say`too pale to be read on white: its contrast is ${found}:1, ${needed}:1 is needed;
    '${enough}' would do`;
}
