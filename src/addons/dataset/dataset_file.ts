import { createHash } from "node:crypto";
import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { Content } from "../../catalog/content.ts";
import type { DatasetsItem } from "../../model/answer/datasets.ts";
import { ITEM_KINDS, type ItemKind } from "../../model/enums.ts";
import { csvText } from "../../toolbox/csv.ts";
import {
  countLines,
  DATASET_FIELDS,
  type DatasetItem,
  type DatasetLines,
  readLines,
} from "./dataset_lines.ts";

/** Which file of a group: lines of JSON with all kinds or with one, or one kind as a table. */
export type DatasetChoice =
  | { readonly form: "ndjson"; readonly kind?: ItemKind | undefined }
  | { readonly form: "csv"; readonly kind: ItemKind };

type FileSource = Pick<Catalog, "pack" | "index">;

/** Makes a file of a group as it is at `now`, and until when it holds; both epoch ms. */
export function makeFile(
  { pack, index }: FileSource,
  group: Group,
  choice: DatasetChoice,
  now: number,
) {
  const lists = kindsOf(choice.kind).map((kind) => readLines({ pack, group }, kind, now));
  return { bytes: bytesOf(lists, choice, termsOf(index.site)), validUntil: firstTurn(lists) };
}

/** How many items a file has. */
export function countItems(group: Group, kind: ItemKind | undefined, now: number): number {
  return kindsOf(kind).reduce((count, kind) => count + countLines(group, kind, now), 0);
}

function kindsOf(kind: ItemKind | undefined): readonly ItemKind[] {
  return kind === undefined ? ITEM_KINDS : [kind];
}

/** The next instant at which a file with these lists is another one, in epoch ms; Infinity: never. */
function firstTurn(lists: readonly DatasetLines[]): number {
  return Math.min(...lists.map(({ validUntil }) => validUntil));
}

/** The files of a group that have something in them: all lines, and a table of each kind. */
export function choicesOf(group: Group, now: number): DatasetChoice[] {
  const kinds = ITEM_KINDS.filter((kind) => countLines(group, kind, now) > 0);
  return [{ form: "ndjson" }, ...kinds.map((kind) => ({ form: "csv", kind }) as const)];
}

/** What a file is called where it is kept. */
export function nameOf({ slug }: Pick<Group, "slug">, { form, kind }: DatasetChoice): string {
  return `${kind === undefined ? slug : `${slug}-${kind}`}.${form}`;
}

/** On what terms the data may be used, as far as `site.yaml` says. */
type Terms = Readonly<Record<string, string>>;

function termsOf({ licence, attribution }: FileSource["index"]["site"]): Terms {
  return { ...(licence && { licence }), ...(attribution && { attribution }) };
}

function bytesOf(
  lists: readonly DatasetLines[],
  { form }: DatasetChoice,
  terms: Terms,
): Uint8Array<ArrayBuffer> {
  const lines = form === "ndjson" ? ndjson(lists, terms) : csv(lists[0]!, terms);
  return new TextEncoder().encode(lines.join(""));
}

/** The first line has the licence of all others. */
function ndjson(lists: readonly DatasetLines[], terms: Terms): string[] {
  const first = Object.keys(terms).length === 0 ? [] : [{ kind: "licence", ...terms }];
  const items = lists.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })));
  return [...first, ...items].map((item) => `${JSON.stringify(item)}\n`);
}

function csv({ kind, items }: DatasetLines, terms: Terms): string[] {
  const fields = DATASET_FIELDS[kind];
  // The licence is in the last column, whatever else there is.
  const last = Object.entries(terms).reverse();
  const further = last.map(([, text]) => text);
  const record = (item: DatasetItem) =>
    csvRecord([...fields.map((field) => item[field] as CsvValue), ...further]);
  return [csvRecord([...fields, ...last.map(([name]) => name)]), ...items.map(record)];
}

type CsvValue = string | number | boolean | object | undefined;

/**
 * A record of a CSV file (RFC 4180). A list or an object is its JSON. An empty text is in quotation marks,
 * an absent value is not, so that they differ.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === undefined) return "";
  if (value === "") return '""';
  if (typeof value === "string") return csvText(value);
  return typeof value === "object" ? csvText(JSON.stringify(value)) : String(value);
}

type ListedFile = DatasetsItem["groups"][number]["files"][number];

/** The files of these groups as a service lists them at `now`, and until when (epoch ms) the list holds. */
export function listDatasets(
  { catalog, revision }: Pick<Content, "revision"> & { readonly catalog: FileSource },
  groups: readonly Group[],
  now: number,
): { readonly item: DatasetsItem; readonly validUntil: number } {
  const { pack, index: { build, site } } = catalog;
  const { licence, attribution } = site;
  let validUntil = Infinity;
  const listed = groups.map((group) => {
    // Each kind is read once for all files.
    const lists = ITEM_KINDS.map((kind) => readLines({ pack, group }, kind, now));
    validUntil = Math.min(validUntil, firstTurn(lists));
    const files = choicesOf(group, now).map((choice): ListedFile => {
      const { form, kind } = choice;
      const some = lists.filter((list) => kind === undefined || kind === list.kind);
      const bytes = bytesOf(some, choice, termsOf(site));
      return {
        path: `/v1/dataset/${group.slug}.${form}${kind === undefined ? "" : `?kind=${kind}`}`,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        kinds: some.filter(({ items }) => items.length > 0).map((list) => list.kind),
      };
    });
    return { group: group.slug, files };
  });
  const item: DatasetsItem = {
    build,
    ...revision,
    licence,
    attribution,
    ...(validUntil < Infinity && { valid_until: new Date(validUntil).toISOString() }),
    groups: listed,
  };
  return { item, validUntil };
}
