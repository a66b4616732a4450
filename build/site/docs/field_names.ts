import { type DocPage, headingId } from "./doc_page.ts";

/** A field that so many items have is found with any of them. */
const MOST_PLACES = 14;

/** A page that leads from each name of a field to the items that have it, by the tables of the reference. */
export function fieldNames(reference: readonly DocPage[], section: string): DocPage {
  const found = reference.flatMap((page) => namesIn(page));
  const byName = Map.groupBy(found, ({ name }) => name);
  const names = [...byName.keys()].sort((one, other) => one.localeCompare(other, "en"));
  const parts = [...Map.groupBy(names, (name) => name[0]!.toUpperCase())].map(([letter, names]) => {
    const rows = names.map((name) => `| \`${name}\` | ${placesOf(byName.get(name)!)} |`);
    return `## ${letter}\n\n| Field | Described at |\n| --- | --- |\n${rows.join("\n")}`;
  });
  const markdown = `# Names of fields

Every name of a field in an answer, in the order of the alphabet, with the items and endpoints that
have it. Their tables say what it means.

${parts.join("\n\n")}
`;
  const path = "/docs/reference/names";
  return { path, lang: "en", name: "Names of fields", section, markdown, isIndex: true };
}

/** A name in a table, and the section with that table. */
interface NamedPlace {
  readonly name: string;
  readonly heading: string;
  readonly link: string;
}

/** The names in a page's tables of fields: of a field within another the last part of its path. */
function namesIn({ path, markdown }: DocPage): NamedPlace[] {
  return markdown.split(/^## /m).slice(1).flatMap((section) => {
    const [heading = ""] = section.split("\n");
    const tables = section.split("| Field | Type | Meaning |").slice(1);
    const rows = tables.flatMap((
      table,
    ) => [...table.split("\n\n")[0]!.matchAll(/^\| `([^`]+)` \|/gm)]);
    return rows.map(([, field]) => ({
      name: field!.replace(/^.*\./, ""),
      heading,
      link: `${path}#${headingId(heading)}`,
    }));
  });
}

/** Groups answer alike: of endpoints with one name the first is enough. */
function placesOf(places: readonly NamedPlace[]): string {
  const byHeading = new Map(places.toReversed().map((place) => [place.heading, place.link]));
  if (byHeading.size > MOST_PLACES) {
    return `${byHeading.size} places: see [the item](/docs/reference/fields) that has it`;
  }
  return [...byHeading].toReversed().map(([heading, link]) => `[${heading}](${link})`).join(" · ");
}
