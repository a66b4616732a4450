/** The names that an address can use: a row's id, its file's name, or a name that the file had. */
interface Addressed {
  readonly id: string;
  readonly slug: string;
  readonly formerSlugs?: readonly string[];
}

/** The row with this id; else the one whose file is called so, or was. */
export function findByAddress<T extends Addressed>(rows: readonly T[], id: string): T | undefined {
  return rows.find((row) => row.id === id) ?? rows.find((row) => row.slug === id) ??
    rows.find((row) => row.formerSlugs?.includes(id));
}
