/** How a group answers: with plain arrays and objects, or with the wrapper object. */
export type GroupFamily = "bare" | "wrapped";

/** What an answer of each looks like. */
const WORDS: Readonly<Record<GroupFamily, string>> = {
  bare: "plain arrays and objects",
  wrapped: "the wrapper object",
};

/** The family that an answer is of: the wrapper alone has all of `success`, `data` and `message`. */
export function familyOf(answer: unknown): GroupFamily {
  const { success, data, message } = Object(answer) as Readonly<Record<string, unknown>>;
  const isWrapper = success === true && Array.isArray(data) && typeof message === "string";
  return isWrapper ? "wrapped" : "bare";
}

/** @throws {TypeError} if a group that is asked as one family is of the other */
export function checkFamily(group: string, asked: GroupFamily, found: GroupFamily): void {
  if (found === asked) return;
  const name = JSON.stringify(group);
  throw new TypeError(
    `Cannot ask by ${asked}(${name}): this group answers with ${WORDS[found]}; ` +
      `use ${found}(${name}) or await group(${name})`,
  );
}
