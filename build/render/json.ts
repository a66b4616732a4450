/** The JSON of an item without its closing brace, so that further fields can follow. */
export function openJson(item: object): string {
  return JSON.stringify(item).slice(0, -1);
}

/** The fields that a fuller item has behind those of another. */
export type Added<Fuller, Item> = Omit<Fuller, keyof Item>;

/** Further fields, opened by a comma; nothing where there are none. */
export function moreJson(fields: object): string {
  const inner = JSON.stringify(fields).slice(1, -1);
  return inner === "" ? "" : `,${inner}`;
}
