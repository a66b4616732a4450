import { createHash } from "node:crypto";
import type { Catalog, Content, Group } from "../../catalog/catalog.ts";
import type { Pack } from "../../catalog/pack.ts";
import type { DatasetsItem } from "../../model/answer/datasets.ts";
import { DATASET_KINDS, type DatasetKind } from "../../model/enums.ts";
import { csvText } from "../../toolbox/csv.ts";
import {
  countLines,
  DATASET_FIELDS,
  type DatasetItem,
  type DatasetLines,
  ITEMS_A_PIECE,
  readLines,
} from "./dataset_lines.ts";

/** Which file of a group: lines of JSON with all kinds or with one, or one kind as a table. */
export type DatasetChoice =
  | { readonly form: "ndjson"; readonly kind?: DatasetKind | undefined }
  | { readonly form: "csv"; readonly kind: DatasetKind };

/** A file of a dataset. */
interface DatasetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The next instant at which it is another one, in epoch ms; Infinity: never. */
  readonly validUntil: number;
}

type FileSource = Pick<Catalog, "pack" | "index">;

/** Makes a file of a group as it is at `now`, epoch ms. */
export function makeFile(
  { pack, index: { site } }: FileSource,
  group: Group,
  choice: DatasetChoice,
  now: number,
): DatasetFile {
  const lists = readKinds(pack, group, choice.kind, now);
  const pieces: Uint8Array[] = [];
  writeFile(lists, choice, site, (bytes) => void pieces.push(bytes));
  const { buffer, byteOffset, length } = Buffer.concat(pieces);
  return { bytes: new Uint8Array(buffer, byteOffset, length), validUntil: firstTurn(lists) };
}

function readKinds(
  pack: Pack,
  group: Group,
  kind: DatasetKind | undefined,
  now: number,
): DatasetLines[] {
  return kindsOf(kind).map((one) => readLines({ pack, group }, one, now));
}

/** Gives the bytes of a file to `take`, a piece at a time. */
function writeFile(
  lists: readonly DatasetLines[],
  { form }: DatasetChoice,
  site: Catalog["index"]["site"],
  take: (bytes: Uint8Array) => void,
): void {
  const terms = termsOf(site);
  const encoder = new TextEncoder();
  for (const piece of form === "ndjson" ? ndjson(lists, terms) : csv(lists[0]!, terms)) {
    take(encoder.encode(piece));
  }
}

/** The next instant at which a file with these lists is another one, in epoch ms; Infinity: never. */
function firstTurn(lists: readonly DatasetLines[]): number {
  return Math.min(...lists.map(({ validUntil }) => validUntil));
}

/** How many items a file has. */
export function countItems(group: Group, kind: DatasetKind | undefined, now: number): number {
  return kindsOf(kind).reduce((count, kind) => count + countLines(group, kind, now), 0);
}

function kindsOf(kind: DatasetKind | undefined): readonly DatasetKind[] {
  return kind === undefined ? DATASET_KINDS : [kind];
}

/** The files of a group that have something in them: all lines, and a table of each kind. */
export function choicesOf(group: Group, now: number): DatasetChoice[] {
  const kinds = DATASET_KINDS.filter((kind) => countLines(group, kind, now) > 0);
  return [{ form: "ndjson" }, ...kinds.map((kind) => ({ form: "csv", kind }) as const)];
}

/** What a file is called where it is kept. */
export function nameOf({ slug }: Pick<Group, "slug">, { form, kind }: DatasetChoice): string {
  return `${kind === undefined ? slug : `${slug}-${kind}`}.${form}`;
}

type Terms = readonly (readonly [name: string, text: string])[];

/** On what terms the data may be used, as far as `site.yaml` says. */
function termsOf(site: Catalog["index"]["site"]): Terms {
  return (["licence", "attribution"] as const).flatMap((name) => {
    const text = site[name];
    return text === undefined ? [] : [[name, text] as const];
  });
}

/** The first line has the licence of all others. */
function* ndjson(lists: readonly DatasetLines[], terms: Terms): Generator<string> {
  if (terms.length > 0) yield lineOf({ kind: "licence", ...Object.fromEntries(terms) });
  for (const { kind, items } of lists) {
    for (const part of partsOf(items)) {
      yield part.map((item) => lineOf({ kind, ...item })).join("");
    }
  }
}

function lineOf(item: DatasetItem): string {
  return `${JSON.stringify(item)}\n`;
}

const PICTURE_SIDE = /_(?:width|height)$/;

function* csv({ kind, items }: DatasetLines, terms: Terms): Generator<string> {
  // A group without pictures of its own has no columns for their sides.
  const fields = DATASET_FIELDS[kind].filter((field) =>
    !PICTURE_SIDE.test(field) || items.some((item) => item[field] !== undefined)
  );
  // The licence is in the last column, whatever else there is.
  const last = terms.toReversed();
  const further = last.map(([, text]) => text);
  yield csvRecord([...fields, ...last.map(([name]) => name)]);
  for (const part of partsOf(items)) {
    yield part.map((item) =>
      csvRecord([...fields.map((field) => item[field] as CsvValue), ...further])
    ).join("");
  }
}

function partsOf(items: readonly DatasetItem[]): (readonly DatasetItem[])[] {
  return Array.from(
    { length: Math.ceil(items.length / ITEMS_A_PIECE) },
    (_, place) => items.slice(place * ITEMS_A_PIECE, (place + 1) * ITEMS_A_PIECE),
  );
}

/** What a cell of a table can hold; undefined: nothing. */
type CsvValue = string | number | boolean | object | undefined;

/**
 * A record of a CSV file (RFC 4180). A list or an object is its JSON. An empty text is in quotation marks,
 * an absent value is not, so that they differ.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
      return value === "" ? '""' : csvText(value);
    case "object":
      return csvText(JSON.stringify(value));
    default:
      return String(value);
  }
}

type ListedFile = DatasetsItem["groups"][number]["files"][number];

/** The files of a group, and until when (epoch ms) they are these. */
interface ListedGroup {
  readonly files: readonly ListedFile[];
  readonly validUntil: number;
}

/** The files of these groups as a service lists them at `now`, and until when (epoch ms) the list holds. */
export function listDatasets(
  { catalog, revision }: Pick<Content, "revision"> & { readonly catalog: FileSource },
  groups: readonly Group[],
  now: number,
): { readonly item: DatasetsItem; readonly validUntil: number } {
  const { build, site: { licence, attribution } } = catalog.index;
  const listed = groups.map((group) => listGroup(catalog, group, now));
  const validUntil = Math.min(...listed.map(({ validUntil }) => validUntil));
  const item: DatasetsItem = {
    build,
    ...revision,
    licence,
    attribution,
    ...(validUntil < Infinity && { valid_until: new Date(validUntil).toISOString() }),
    groups: listed.map(({ files }, place) => ({ group: groups[place]!.slug, files: [...files] })),
  };
  return { item, validUntil };
}

/** Lists the files of a group: each kind is read once for all of them. */
function listGroup(source: FileSource, group: Group, now: number): ListedGroup {
  const lists = readKinds(source.pack, group, undefined, now);
  const files = choicesOf(group, now).map((choice) => {
    const some = lists.filter(({ kind }) => choice.kind === undefined || choice.kind === kind);
    return listFile(source, group, choice, some);
  });
  return { files, validUntil: firstTurn(lists) };
}

function listFile(
  { index: { site } }: FileSource,
  { slug }: Group,
  choice: DatasetChoice,
  lists: readonly DatasetLines[],
): ListedFile {
  const digest = createHash("sha256");
  let length = 0;
  writeFile(lists, choice, site, (bytes) => {
    digest.update(bytes);
    length += bytes.length;
  });
  const { form, kind } = choice;
  return {
    path: `/v1/dataset/${slug}.${form}${kind === undefined ? "" : `?kind=${kind}`}`,
    bytes: length,
    sha256: digest.digest("hex"),
    kinds: lists.filter(({ items }) => items.length > 0).map((list) => list.kind),
  };
}
