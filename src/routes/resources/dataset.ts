import type { Group } from "../../catalog/catalog.ts";
import { joinParts, listPresent, type Part, spanAt } from "../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import { HttpError, notFound, unlessRefused } from "../../http/http_error.ts";
import { oneOf, readParameters, required } from "../../http/parameter.ts";
import type { Phases, Span } from "../../model/pack.ts";
import { cachedRoute, type UnitsOf } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";
import { GROUP } from "./filters.ts";
import { csvText } from "../../toolbox/csv.ts";

/** The fields of each kind of item in a dataset, in their order: the columns of a table. */
export const DATASET_FIELDS = {
  member: names(
    "name img generation status is_graduate id url_key url nicknames img_alt group team socials " +
      "room_id sr_exists idn_username showroom_url_key birthplace height hobby name_native name_reading " +
      "img_width img_height",
  ),
  show: names(
    "title setlist date time venue members is_upcoming id start_at state member_count team poster " +
      "banner url end_at tickets stream poster_width poster_height seitansai graduation",
  ),
  news: names(
    "title content date image url id slug category label published_at image_width image_height",
  ),
  event: names(
    "id title date venue description label url members type is_upcoming state end_at tickets stream",
  ),
  release: names(
    "id title type number release_date cover tracks label links description cover_width cover_height",
  ),
  setlist: names("id name name_native name_reading image songs"),
  videocall: names(
    "session title category date preparation_start start_time end_time members status",
  ),
};

function names(text: string): readonly string[] {
  return text.split(" ");
}

export type DatasetKind = keyof typeof DATASET_FIELDS;

/** The kinds of items that a dataset holds, in their order. */
export const DATASET_KINDS = Object.keys(DATASET_FIELDS) as DatasetKind[];

const PICTURE_SIDE = /_(?:width|height)$/;

/** As many items cost one unit. */
const ITEMS_A_UNIT = 100;

const NDJSON_PARAMETERS = { group: required(GROUP), kind: oneOf(...DATASET_KINDS) };
const CSV_PARAMETERS = { group: required(GROUP), kind: required(oneOf(...DATASET_KINDS)) };

/** `dataset/{group}.ndjson`: a whole group, a line of JSON for each item. */
export const ndjsonDataset = cachedRoute({
  id: "ndjson-dataset",
  path: "dataset/{group}.ndjson",
  summary:
    "A whole group in one request, one line of JSON for each item; a unit for each 100 items",
  answers: { document: "application/x-ndjson" },
  download: true,
  parameters: NDJSON_PARAMETERS,
  refuses: ["NOT_FOUND"],
  units: unitsOf(NDJSON_PARAMETERS),
  answer(ctx, { group, kind }) {
    const dataset = readDataset(ctx, group, kind);
    const terms = Object.fromEntries(termsOf(ctx));
    const hasTerms = Object.keys(terms).length > 0;
    const head = hasTerms ? [JSON.stringify({ kind: "licence", ...terms }), "\n"] : [];
    return file([...head, ...dataset.items.flatMap(ndjsonLine)], dataset, "ndjson");
  },
});

/** `dataset/{group}.csv`: the items of one kind as a table. */
export const csvDataset = cachedRoute({
  id: "csv-dataset",
  path: "dataset/{group}.csv",
  summary: "All items of one kind of a group, as a table; a unit for each 100 items",
  answers: { document: "text/csv" },
  download: true,
  parameters: CSV_PARAMETERS,
  refuses: ["NOT_FOUND"],
  units: unitsOf(CSV_PARAMETERS),
  answer(ctx, { group, kind }) {
    const dataset = readDataset(ctx, group, kind);
    const all = dataset.items.map(valuesOf);
    // A group without pictures of its own has no columns for their sides.
    const fields = DATASET_FIELDS[kind].filter((field) =>
      !PICTURE_SIDE.test(field) || all.some((values) => values[field] !== undefined)
    );
    // The licence is in the last column, whatever else there is.
    const terms = termsOf(ctx).toReversed();
    const further = terms.map(([, text]) => text);
    const records = [
      csvRecord([...fields, ...terms.map(([name]) => name)]),
      ...all.map((values) => csvRecord([...fields.map((field) => values[field]), ...further])),
    ];
    return file([records.join("")], dataset, "csv");
  },
});

/** On what terms the data may be used, as far as `site.yaml` says. */
function termsOf({ catalog: { index: { site } } }: AnswerContext): [name: string, text: string][] {
  return (["licence", "attribution"] as const).flatMap((name) => {
    const text = site[name];
    return text === undefined ? [] : [[name, text] as [string, string]];
  });
}

/** The items of a group at an instant, kind by kind, each in the order of its list. */
interface Dataset {
  readonly group: Group;
  /** Undefined: all. */
  readonly kind: DatasetKind | undefined;
  readonly items: readonly DatasetItem[];
  /** Epoch ms, as `validUntil`. */
  readonly madeAt: number;
  readonly validUntil: number;
}

/** An item as the lists of its kind have it: JSON without its closing brace, in pieces. */
interface DatasetItem {
  readonly kind: DatasetKind;
  readonly pieces: readonly Uint8Array[];
}

function readDataset(
  { catalog, groups, now }: AnswerContext,
  segment: string,
  kind: DatasetKind | undefined,
): Dataset {
  const { pack } = catalog;
  const group = catalog.group(segment);
  if (group === undefined) throw notFound("No group has that name");
  if (!groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  const listings = kindsOf(kind).map((kind) => ({
    kind,
    ...listPresent(rowsOf(group, kind), now),
  }));
  return {
    group,
    kind,
    items: listings.flatMap(({ kind, rows }) =>
      rows.map(({ open, extra }) => ({
        kind,
        pieces: [spanAt(open, now)!, ...(extra === undefined ? [] : [extra])].map(pack.bytes),
      }))
    ),
    madeAt: now,
    validUntil: Math.min(...listings.map(({ validUntil }) => validUntil)),
  };
}

/** What a request of these parameters costs. One that will be refused costs what others cost. */
function unitsOf(parameters: typeof NDJSON_PARAMETERS | typeof CSV_PARAMETERS): UnitsOf {
  return (catalog, request, pathValues, { now, mayRead }) => {
    const values = unlessRefused(() => readParameters(request, parameters, pathValues).values);
    const group = values && catalog.group(values.group);
    if (values === undefined || group === undefined || !mayRead(group.slug)) return 1;
    return Math.max(1, Math.ceil(countDataset(group, values.kind, now) / ITEMS_A_UNIT));
  };
}

/** An item's JSON behind its kind, on a line of its own. */
function ndjsonLine({ kind, pieces: [first, ...others] }: DatasetItem): Part[] {
  // The brace that opens the item is before its kind.
  return [`{"kind":"${kind}",`, first!.subarray(1), ...others, "}\n"];
}

const decoder = new TextDecoder();

function valuesOf({ pieces }: DatasetItem): Readonly<Record<string, CsvValue>> {
  return JSON.parse(`${pieces.map((piece) => decoder.decode(piece)).join("")}}`);
}

const MEDIA_TYPES = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

function file(
  parts: readonly Part[],
  { group: { slug }, kind, ...holds }: Dataset,
  form: keyof typeof MEDIA_TYPES,
): Answer {
  const name = [slug, ...(kind === undefined ? [] : [kind])].join("-");
  return createAnswer(joinParts(parts), holds, {
    contentType: MEDIA_TYPES[form],
    headers: [["content-disposition", `attachment; filename="${name}.${form}"`]],
  });
}

/** How many items a dataset has. */
function countDataset(group: Group, kind: DatasetKind | undefined, now: number): number {
  return kindsOf(kind).reduce(
    (count, kind) => count + listPresent(rowsOf(group, kind), now).rows.length,
    0,
  );
}

function kindsOf(kind: DatasetKind | undefined): readonly DatasetKind[] {
  return kind === undefined ? DATASET_KINDS : [kind];
}

/** An item's texts, and what its fullest list has behind them. */
interface DatasetRow {
  readonly open: Phases;
  readonly extra?: Span;
}

const TABLES = {
  member: "members",
  show: "shows",
  news: "news",
  event: "events",
  release: "releases",
} as const;

function rowsOf(group: Group, kind: DatasetKind): readonly DatasetRow[] {
  if (kind === "setlist") return group.setlists.map((open) => ({ open }));
  if (kind === "videocall") return group.table("videocalls").flatMap(({ sessions }) => sessions);
  return group.table(TABLES[kind]);
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
