/** One bound of a pace: at most so many posts within so many milliseconds. */
export interface PaceBound {
  readonly posts: number;
  readonly withinMs: number;
}

/** The earliest instant at which one more post keeps all bounds; `posts` in ascending order. */
export function nextPostAt(posts: readonly number[], pace: readonly PaceBound[]): number {
  const instants = pace.map((bound) => {
    const opening = posts.at(-bound.posts);
    return opening === undefined ? 0 : opening + bound.withinMs;
  });
  return Math.max(0, ...instants);
}

/** The posts that still matter to the pace at `now`. */
export function recentPosts(posts: readonly number[], pace: readonly PaceBound[], now: number) {
  const longest = Math.max(...pace.map(({ withinMs }) => withinMs));
  return posts.filter((at) => at > now - longest);
}
