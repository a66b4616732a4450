/** Where the pages of the panel are. */
export const PANEL_PATHS = {
  overview: "/admin",
  login: "/admin/login",
  logout: "/admin/logout",
  logoutEverywhere: "/admin/logout/everywhere",
  keys: "/admin/keys",
  tokens: "/admin/tokens",
  audit: "/admin/audit",
  live: "/admin/live",
  webhooks: "/admin/webhooks",
  content: "/admin/content",
} as const;

/** Where a key's own page is. */
export function keyPath(id: string): string {
  return `${PANEL_PATHS.keys}/${encodeURIComponent(id)}`;
}

/** Where a token's own page is. */
export function tokenPath(id: string): string {
  return `${PANEL_PATHS.tokens}/${encodeURIComponent(id)}`;
}

/** Finds a path in a table, in which `{}` stands for any second segment: the subject. */
export function matchPath<Entry>(
  table: Readonly<Record<string, Entry>>,
  segments: readonly string[],
): { entry: Entry; subject: string } | undefined {
  const exact = segments.join("/");
  if (Object.hasOwn(table, exact)) return { entry: table[exact]!, subject: "" };
  const [kind = "", subject = "", ...rest] = segments;
  const pattern = [kind, "{}", ...rest].join("/");
  if (subject === "" || !Object.hasOwn(table, pattern)) return undefined;
  return { entry: table[pattern]!, subject };
}
