/** The names that a file had, for its row; most had none. */
export function formerSlugs(
  { former_slugs: slugs }: { readonly former_slugs: readonly string[] },
): { readonly formerSlugs?: readonly string[] } {
  return slugs.length === 0 ? {} : { formerSlugs: slugs };
}
