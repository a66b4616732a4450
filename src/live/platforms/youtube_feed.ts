/** A feed holds the 15 newest videos of a channel. */
const MAX_FEED_VIDEOS = 15;

/**
 * The ids of the videos that a channel's feed (Atom) lists, newest first.
 *
 * A pattern suffices, since ids have a form of their own; an XML parser would be the largest dependency.
 */
export function readFeedIds(feed: string): string[] {
  const found = feed.matchAll(/<yt:videoId>\s*([\w-]{11})\s*<\/yt:videoId>/g);
  return [...new Set([...found].map(([, id]) => id!))].slice(0, MAX_FEED_VIDEOS);
}
