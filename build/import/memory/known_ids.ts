/** Which id of another service means which file, by the file's slug. */
export interface KnownIds {
  slugOf(id: string): string | undefined;
  idsOf(slug: string): readonly string[];
  remember(id: string, slug: string): void;
  /** All of them, in the order in which they were learned. */
  all(): Readonly<Record<string, string>>;
}

/** Takes ids over from an earlier import. */
export function createKnownIds(earlier: Readonly<Record<string, string>>): KnownIds {
  const slugs = new Map(Object.entries(earlier));
  return {
    slugOf: (id) => slugs.get(id),
    idsOf: (slug) => [...slugs].filter(([, known]) => known === slug).map(([id]) => id),
    remember: (id, slug) => void slugs.set(id, slug),
    all: () => Object.fromEntries(slugs),
  };
}
