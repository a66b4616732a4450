/**
 * The address to subscribe to with a feed token: the theater calendar of a group, or the service itself
 * if there is no group to read. The token opens the other feeds in the same way.
 */
export function feedAddress(baseUrl: string, group: string | undefined, secret: string): string {
  const root = baseUrl.replace(/\/$/, "");
  return `${root}${group === undefined ? "/" : `/api/${group}/theater.ics`}?feed=${secret}`;
}
