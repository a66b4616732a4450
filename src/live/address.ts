const LONGEST = 800;

/**
 * The address as it is when it is https, carries no user name and is of a sane length; else "".
 * Only such addresses are passed on to callers.
 */
export function httpsAddress(value: unknown): string {
  if (typeof value !== "string" || value.length > LONGEST) return "";
  if (!/^https:\/\/[^\s"<>\\]+$/.test(value) || !URL.canParse(value)) return "";
  const { username, password } = new URL(value);
  return username === "" && password === "" ? value : "";
}

/** A line of text from outside: no control characters, at most `longest` UTF-16 units. */
export function plainText(value: unknown, longest = 300): string {
  if (typeof value !== "string") return "";
  // deno-lint-ignore no-control-regex
  return value.replace(/[\u0000-\u001f\u007f]+/g, " ").trim().slice(0, longest).toWellFormed();
}
