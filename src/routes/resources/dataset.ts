import {
  countItems,
  type DatasetChoice,
  listDatasets,
  makeFile,
  nameOf,
} from "../../dataset/dataset_file.ts";
import type { Group } from "../../catalog/catalog.ts";
import { type Answer, createAnswer, jsonAnswer } from "../../http/answer.ts";
import { HttpError, notFound, unlessRefused } from "../../http/http_error.ts";
import { oneOf, readParameters, required } from "../../http/parameter.ts";
import { DATASET_KINDS } from "../../model/enums.ts";
import type { Turns } from "../../http/maybe_async.ts";
import { longRoute, type UnitsOf } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";
import { GROUP } from "./filters.ts";

/** As many items cost one unit. */
const ITEMS_A_UNIT = 100;

const NDJSON_PARAMETERS = { group: required(GROUP), kind: oneOf(...DATASET_KINDS) };
const CSV_PARAMETERS = { group: required(GROUP), kind: required(oneOf(...DATASET_KINDS)) };

/** What is below `/v1/dataset`. */
export const DATASET_ROUTES = [
  // `dataset`: the files that there are, and their digests.
  longRoute({
    id: "datasets",
    path: "dataset",
    summary: "The files of all datasets, and what they are made of",
    answers: { one: "datasets" },
    parameters: {},
    isOpen: true,
    *turns({ catalog, revision, groups, now }) {
      const { item, validUntil } = yield* listDatasets({ catalog, revision }, groups, now);
      return jsonAnswer(item, { madeAt: now, validUntil });
    },
  }),
  // `dataset/{group}.ndjson`: a whole group, a line of JSON for each item.
  longRoute({
    id: "ndjson-dataset",
    path: "dataset/{group}.ndjson",
    summary:
      "A whole group in one request, one line of JSON for each item; a unit for each 100 items",
    answers: { document: "application/x-ndjson" },
    download: true,
    parameters: NDJSON_PARAMETERS,
    refuses: ["NOT_FOUND"],
    units: unitsOf(NDJSON_PARAMETERS),
    turns: (ctx, { group, kind }) => file(ctx, group, { form: "ndjson", kind }),
  }),
  // `dataset/{group}.csv`: the items of one kind as a table.
  longRoute({
    id: "csv-dataset",
    path: "dataset/{group}.csv",
    summary: "All items of one kind of a group, as a table; a unit for each 100 items",
    answers: { document: "text/csv" },
    download: true,
    parameters: CSV_PARAMETERS,
    refuses: ["NOT_FOUND"],
    units: unitsOf(CSV_PARAMETERS),
    turns: (ctx, { group, kind }) => file(ctx, group, { form: "csv", kind }),
  }),
];

const MEDIA_TYPES = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

function* file(ctx: AnswerContext, segment: string, choice: DatasetChoice): Turns<Answer> {
  const { catalog, groups, now } = ctx;
  const group: Group | undefined = catalog.group(segment);
  if (group === undefined) throw notFound("No group has that name");
  if (!groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  const { bytes, validUntil } = yield* makeFile(catalog, group, choice, now);
  return createAnswer(bytes, { madeAt: now, validUntil }, {
    contentType: MEDIA_TYPES[choice.form],
    isFile: true,
    headers: [["content-disposition", `attachment; filename="${nameOf(group, choice)}"`]],
  });
}

/** What a request of these parameters costs. One that will be refused costs what others cost. */
function unitsOf(parameters: typeof NDJSON_PARAMETERS | typeof CSV_PARAMETERS): UnitsOf {
  return (catalog, request, pathValues, { now, mayRead }) => {
    const values = unlessRefused(() => readParameters(request, parameters, pathValues).values);
    const group = values && catalog.group(values.group);
    if (values === undefined || group === undefined || !mayRead(group.slug)) return 1;
    return Math.max(1, Math.ceil(countItems(group, values.kind, now) / ITEMS_A_UNIT));
  };
}
