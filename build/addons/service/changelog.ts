/** A line that begins with a hyphen, and what goes on below it. */
interface Entry {
  /** `[1.2.0] - 2026-12-01`, or `Unreleased`. */
  readonly version: string;
  /** Whom it concerns: `Editors`. */
  readonly audience: string;
  readonly text: string;
}

/**
 * What one changelog says and another does not, under the headings of whom it concerns. Entries that
 * moved from `Unreleased` to a version are in both.
 */
export function newEntries(changelog: string, before: string): string {
  const known = new Set(entriesOf(before).map(({ audience, text }) => `${audience}\n${text}`));
  const added = entriesOf(changelog)
    .filter(({ audience, text }) => !known.has(`${audience}\n${text}`));
  return [...Map.groupBy(added, ({ version }) => version)].map(([version, entries]) => {
    const parts = [...Map.groupBy(entries, ({ audience }) => audience)]
      .map(([audience, some]) =>
        [audience && `### ${audience}\n`, ...some.map(({ text }) => text)].filter(Boolean).join(
          "\n",
        )
      );
    return `## ${version}\n\n${parts.join("\n\n")}\n`;
  }).join("\n");
}

function entriesOf(changelog: string): Entry[] {
  let [version, audience] = ["", ""];
  // Parts begin at headings and hyphens.
  return changelog.replaceAll("\r\n", "\n").split(/\n(?=#|[-*] )/).flatMap((part) => {
    const [, level = "", heading = ""] = /^(#+) +(.+?) *$/m.exec(part) ?? [];
    if (level === "##") [version, audience] = [heading, ""];
    else if (level === "###") audience = heading;
    return /^[-*] /.test(part) && version !== "" ? [{ version, audience, text: part.trim() }] : [];
  });
}
