/** An entry of a changelog: a line that begins with a hyphen, and what goes on below it. */
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
  const versions = Map.groupBy(added, ({ version }) => version);
  return [...versions].map(([version, entries]) => {
    const audiences = Map.groupBy(entries, ({ audience }) => audience);
    const parts = [...audiences].map(([audience, some]) => {
      const texts = some.map(({ text }) => text).join("\n");
      return audience === "" ? texts : `### ${audience}\n\n${texts}`;
    });
    return `## ${version}\n\n${parts.join("\n\n")}\n`;
  }).join("\n");
}

function entriesOf(changelog: string): Entry[] {
  const entries: Entry[] = [];
  let [version, audience, lines] = ["", "", [] as string[]];
  const end = () => {
    const text = lines.join("\n").trim();
    if (text !== "" && version !== "") entries.push({ version, audience, text });
    lines = [];
  };
  for (const line of changelog.replaceAll("\r\n", "\n").split("\n")) {
    const [, level = "", heading = ""] = /^(#+) +(.+?) *$/.exec(line) ?? [];
    if (level !== "" || /^[-*] /.test(line)) end();
    if (level === "##") [version, audience] = [heading, ""];
    else if (level === "###") audience = heading;
    else if (level === "") lines.push(line);
  }
  end();
  return entries;
}
