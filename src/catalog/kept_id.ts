/** A row whose item may have had another file name. */
interface NamedRow {
  readonly id: string;
  /** The name of its file; a member's is her id. */
  readonly slug?: string;
  /** Oldest first. */
  readonly formerSlugs?: readonly string[];
}

/**
 * The id that an item had first: what calendars and feeds know it by, whatever its file is called. An
 * id of its own does not change with the file's name.
 */
export function keptId({ id, slug = id, formerSlugs }: NamedRow): string {
  return id === slug ? formerSlugs?.[0] ?? id : id;
}
