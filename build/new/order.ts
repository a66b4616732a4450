/** What somebody wants to fill in. */
export interface Order {
  /** The content folder. */
  readonly root: string;
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  /** Epoch ms: its day is the date of entries whose name begins with none. */
  readonly now: number;
  /** What options say of a group's own fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** The text of an issue to read everything else from. */
  readonly issue?: string | undefined;
  /** The file to copy. */
  readonly like?: string | undefined;
  /** What the file is to be called, behind its day; it follows from the name where left out. */
  readonly address?: string | undefined;
}
