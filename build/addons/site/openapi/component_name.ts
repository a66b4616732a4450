/** The name of a component, of the words in `parts`: an identifier in every language that clients are made in. */
export function componentName(...parts: readonly (string | number)[]): string {
  const words = parts.join(" ").split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
