/** Words of English sentences that are none of Indonesian ones. */
export const ENGLISH =
  /(?<![\w.-])(?:cannot|expected|found|write|the|this|that|these|and|or|of|is|are|it|its|with|without|has|have|here|there|line|field|file|nobody|delete|leave|take|keep|her|error|warning)(?![\w.:-])/i;

/** A message without what it quotes, and without paths and examples of Markdown. */
export function withoutQuotes(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\S*[/\\]\S*/g, "");
}
