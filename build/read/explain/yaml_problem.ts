/** A problem of a YAML text in an editor's words, and at which character. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}
