import { hash } from "node:crypto";
import type { Catalog, Content, Group } from "../catalog/catalog.ts";
import type { DatasetsItem } from "../model/answer/datasets.ts";
import { DATASET_KINDS, type DatasetKind } from "../model/enums.ts";
import { csvText } from "../toolbox/csv.ts";
import { countLines, DATASET_FIELDS, type DatasetLines, readLines } from "./dataset_lines.ts";

/** Which file of a group: lines of JSON with all kinds or with one, or one kind as a table. */
export type DatasetChoice =
  | { readonly form: "ndjson"; readonly kind?: DatasetKind | undefined }
  | { readonly form: "csv"; readonly kind: DatasetKind };

/** A file of a dataset. */
export interface DatasetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The next instant at which it is another one, in epoch ms; Infinity: never. */
  readonly validUntil: number;
}

type ListedFile = DatasetsItem["groups"][number]["files"][number];

/** Makes a file of a group as it is at `now`, epoch ms. */
export function makeFile(
  { pack, index: { site } }: Pick<Catalog, "pack" | "index">,
  group: Group,
  { form, kind }: DatasetChoice,
  now: number,
): DatasetFile {
  const lists = kindsOf(kind).map((kind) => readLines({ pack, group }, kind, now));
  const terms = termsOf(site);
  const text = form === "ndjson" ? ndjson(lists, terms) : csv(lists[0]!, terms);
  const validUntil = Math.min(...lists.map(({ validUntil }) => validUntil));
  return { bytes: new TextEncoder().encode(text), validUntil };
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

/** What was listed last of each file of a group, and for which time and address it holds. */
interface KnownFile {
  readonly listed: ListedFile;
  readonly madeAt: number;
  readonly validUntil: number;
  readonly address: string;
}

const known = new WeakMap<Group, Map<string, KnownFile>>();

/** The files of these groups as a service lists them at `now`, and until when (epoch ms) the list holds. */
export function listDatasets(
  { catalog, revision }: Pick<Content, "revision"> & {
    readonly catalog: Pick<Catalog, "pack" | "index">;
  },
  groups: readonly Group[],
  now: number,
): { readonly item: DatasetsItem; readonly validUntil: number } {
  const { build, site: { licence, attribution } } = catalog.index;
  const listed = groups.map((group) => ({
    group,
    files: choicesOf(group, now).map((choice) => listFile(catalog, group, choice, now)),
  }));
  const validUntil = Math.min(
    ...listed.flatMap(({ files }) => files.map(({ validUntil }) => validUntil)),
  );
  const item: DatasetsItem = {
    build,
    ...revision,
    licence,
    attribution,
    ...(validUntil < Infinity && { valid_until: new Date(validUntil).toISOString() }),
    groups: listed.map(({ group: { slug }, files }) => ({
      group: slug,
      files: files.map(({ listed }) => listed),
    })),
  };
  return { item, validUntil };
}

/** A file as a service lists it: files are hashed once. */
function listFile(
  catalog: Pick<Catalog, "pack" | "index">,
  group: Group,
  choice: DatasetChoice,
  now: number,
): Pick<KnownFile, "listed" | "validUntil"> {
  const address = catalog.pack.address();
  let files = known.get(group);
  if (files === undefined) known.set(group, files = new Map());
  const path = pathOf(group, choice);
  const before = files.get(path);
  const holds = before !== undefined && before.address === address && now >= before.madeAt &&
    now < before.validUntil;
  if (holds) return before;
  const { bytes, validUntil } = makeFile(catalog, group, choice, now);
  const kinds = kindsOf(choice.kind).filter((kind) => countLines(group, kind, now) > 0);
  const listed = { path, bytes: bytes.length, sha256: hash("sha256", bytes, "hex"), kinds };
  const made = { listed, madeAt: now, validUntil, address };
  files.set(path, made);
  return made;
}

function pathOf({ slug }: Group, { form, kind }: DatasetChoice): string {
  return `/v1/dataset/${slug}.${form}${kind === undefined ? "" : `?kind=${kind}`}`;
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
function ndjson(lists: readonly DatasetLines[], terms: Terms): string {
  const head = terms.length === 0 ? [] : [{ kind: "licence", ...Object.fromEntries(terms) }];
  const items = lists.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })));
  return [...head, ...items].map((line) => `${JSON.stringify(line)}\n`).join("");
}

const PICTURE_SIDE = /_(?:width|height)$/;

function csv({ kind, items }: DatasetLines, terms: Terms): string {
  // A group without pictures of its own has no columns for their sides.
  const fields = DATASET_FIELDS[kind].filter((field) =>
    !PICTURE_SIDE.test(field) || items.some((item) => item[field] !== undefined)
  );
  // The licence is in the last column, whatever else there is.
  const last = terms.toReversed();
  const further = last.map(([, text]) => text);
  return [
    csvRecord([...fields, ...last.map(([name]) => name)]),
    ...items.map((item) =>
      csvRecord([...fields.map((field) => item[field] as CsvValue), ...further])
    ),
  ].join("");
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
      return value === "" ? '""' : csvText(value, true);
    case "object":
      return csvText(JSON.stringify(value));
    default:
      return String(value);
  }
}
