/** A query that people would type, and the items that they mean, as `kind/group/id`. */
export interface JudgedQuery {
  readonly text: string;
  readonly meant: readonly string[];
}

/** The judged queries over the content that the repository ships. */
export function judgedQueries(): JudgedQuery[] {
  return ["judged", "judged_names"]
    .flatMap((name) => Deno.readTextFileSync(`test/fixtures/search/${name}.txt`).split("\n"))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [text = "", meant = ""] = line.split("\t");
      return { text, meant: meant.split(" ") };
    });
}

/** Which share of what is meant is among the first five. */
export function recallOf(
  { meant }: JudgedQuery,
  found: readonly { readonly kind: string; readonly group: string; readonly id: string }[],
): number {
  const first = found.slice(0, 5).map(({ kind, group, id }) => `${kind}/${group}/${id}`);
  return meant.filter((item) => first.includes(item)).length / meant.length;
}
