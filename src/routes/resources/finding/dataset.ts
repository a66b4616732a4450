import type { Catalog, Group } from "../../../catalog/catalog.ts";
import { joinParts, type Part } from "../../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../../http/answer.ts";
import { HttpError } from "../../../http/http_error.ts";
import { readParameters } from "../../../http/parameter.ts";
import { oneOf, required } from "../../../http/parameter_kinds.ts";
import { DATASET_FIELDS, DATASET_KINDS, type DatasetKind } from "../../../model/dataset.ts";
import { cachedRoute, type UnitsOf } from "../../route.ts";
import type { RouteContext } from "../../route_context.ts";
import { GROUP } from "../group_filter.ts";
import { csvRecord, type CsvValue } from "./csv.ts";
import { collectDataset, countDataset, type DatasetItem } from "./dataset_items.ts";

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
    const { items, ...told } = readDataset(ctx, group, kind);
    const { licence } = ctx.catalog.index.site;
    const head = licence === undefined ? [] : [JSON.stringify({ kind: "licence", licence }), "\n"];
    return file([...head, ...items.flatMap(ndjsonLine)], told, "ndjson");
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
    const { items, ...told } = readDataset(ctx, group, kind);
    const { licence } = ctx.catalog.index.site;
    const fields = DATASET_FIELDS[kind];
    const further = licence === undefined ? [] : [licence];
    const records = [
      csvRecord([...fields, ...(licence === undefined ? [] : ["licence"])]),
      ...items.map((item) => {
        const values = valuesOf(item);
        return csvRecord([...fields.map((field) => values[field]), ...further]);
      }),
    ];
    return file([records.join("")], told, "csv");
  },
});

/** What an answer is told of besides its items. */
interface ToldDataset {
  readonly group: Group;
  readonly kind: DatasetKind | undefined;
  readonly madeAt: number;
  readonly validUntil: number;
}

function readDataset(
  ctx: RouteContext,
  segment: string,
  kind: DatasetKind | undefined,
): ToldDataset & { readonly items: readonly DatasetItem[] } {
  const { catalog, now } = ctx;
  const group = catalog.group(segment);
  if (group === undefined) throw new HttpError("NOT_FOUND", { message: "No group has that name" });
  if (!ctx.groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  return { group, kind, madeAt: now, ...collectDataset(catalog, group, { kind, now }) };
}

/** What a request of these parameters costs. One that will be refused costs what others cost. */
function unitsOf(parameters: typeof NDJSON_PARAMETERS | typeof CSV_PARAMETERS): UnitsOf {
  return (catalog, request, pathValues, { now, mayRead }) => {
    const asked = askedFor(catalog, () => readParameters(request, parameters, pathValues).values);
    if (asked === undefined || !mayRead(asked.group.slug)) return 1;
    return Math.max(1, Math.ceil(countDataset(asked.group, { ...asked, now }) / ITEMS_A_UNIT));
  };
}

function askedFor(
  catalog: Catalog,
  read: () => { readonly group: string; readonly kind: DatasetKind | undefined },
): { readonly group: Group; readonly kind: DatasetKind | undefined } | undefined {
  try {
    const { group: segment, kind } = read();
    const group = catalog.group(segment);
    return group && { group, kind };
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** An item's JSON behind its kind, on a line of its own. */
function ndjsonLine({ kind, pieces: [first, ...others] }: DatasetItem): Part[] {
  // The brace that opens the item stands before its kind.
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
  { group: { slug }, kind, ...holds }: ToldDataset,
  form: keyof typeof MEDIA_TYPES,
): Answer {
  const name = [slug, ...(kind === undefined ? [] : [kind])].join("-");
  return createAnswer(joinParts(parts), holds, {
    contentType: MEDIA_TYPES[form],
    headers: [["content-disposition", `attachment; filename="${name}.${form}"`]],
  });
}
