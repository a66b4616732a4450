import type { TextEdit } from "../../diagnostic/diagnostic.ts";

/** A problem of a YAML text in an editor's words, and at which character. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
  /** The fix; its characters are counted in the YAML text. */
  readonly fix?: TextEdit | undefined;
  /** Whether the lines below it cannot be read either, so that nothing is to be said of them. */
  readonly isStructural?: boolean;
  /** Whether nothing at all is to be said of them. */
  readonly isLast?: boolean;
}
