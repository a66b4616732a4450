/** The settings that the data is served with, as content has them: bytes by their paths. */
export function exportSettings(
  content: string,
  groups: readonly { readonly slug: string }[],
): Map<string, Uint8Array> {
  const paths = ["site.yaml", "plans.yaml", ...groups.map(({ slug }) => `${slug}/group.yaml`)];
  return new Map(paths.map((path) => [path, Deno.readFileSync(`${content}/${path}`)]));
}
