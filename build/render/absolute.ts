/** An address that leads somewhere from everywhere; a path on a site that nobody names does not. */
export function absolute(address: string | undefined): string | undefined {
  return address?.startsWith("/") ? undefined : address;
}
