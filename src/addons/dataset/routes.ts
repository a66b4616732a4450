import { countItems, type DatasetChoice, listDatasets, makeFile, nameOf } from "./dataset_file.ts";
import type { Group } from "../../catalog/catalog.ts";
import { type Answer, createAnswer, jsonAnswer } from "../../http/answer.ts";
import { HttpError, notFound } from "../../http/http_error.ts";
import { oneOf, required } from "../../http/parameter.ts";
import { ITEM_KINDS } from "../../model/enums.ts";
import { route } from "../../routes/route.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { GROUP } from "../../routes/resources/filters.ts";

const ITEMS_A_UNIT = 100;

const NDJSON_PARAMETERS = { group: required(GROUP), kind: oneOf(...ITEM_KINDS) };
const CSV_PARAMETERS = { group: required(GROUP), kind: required(oneOf(...ITEM_KINDS)) };

/** What is below `/v1/dataset`. */
export const DATASET_ROUTES = [
  // `dataset`: the files that there are, and their digests.
  route({
    id: "datasets",
    path: "dataset",
    summary: "The files of all datasets, and what they are made of",
    answers: { one: "datasets" },
    parameters: {},
    isOpen: true,
    kept({ catalog, revision, groups, now }) {
      const { item, validUntil } = listDatasets({ catalog, revision }, groups, now);
      return jsonAnswer(item, { madeAt: now, validUntil });
    },
  }),
  // `dataset/{group}.ndjson`: a whole group, a line of JSON for each item.
  route({
    id: "ndjson-dataset",
    path: "dataset/{group}.ndjson",
    summary:
      "A whole group in one request, one line of JSON for each item; a unit for each 100 items",
    answers: { document: "application/x-ndjson" },
    download: true,
    parameters: NDJSON_PARAMETERS,
    refuses: ["NOT_FOUND"],
    fresh: (context, { group, kind }) => file(context, group, { form: "ndjson", kind }),
  }),
  // `dataset/{group}.csv`: the items of one kind as a table.
  route({
    id: "csv-dataset",
    path: "dataset/{group}.csv",
    summary: "All items of one kind of a group, as a table; a unit for each 100 items",
    answers: { document: "text/csv" },
    download: true,
    parameters: CSV_PARAMETERS,
    refuses: ["NOT_FOUND"],
    fresh: (context, { group, kind }) => file(context, group, { form: "csv", kind }),
  }),
];

const MEDIA_TYPES = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** A file, which is kept like any answer; it costs a unit for each 100 items. */
async function file(
  { ctx, content, charge }: RequestContext,
  segment: string,
  choice: DatasetChoice,
): Promise<Answer> {
  const { catalog, groups, now } = ctx;
  const group: Group | undefined = catalog.group(segment);
  if (group === undefined) throw notFound("No group has that name");
  if (!groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  const units = Math.ceil(countItems(group, choice.kind, now) / ITEMS_A_UNIT);
  // The request itself is charged already.
  if (units > 1) await charge(units - 1);
  const name = nameOf(group, choice);
  return content.answers.take(`dataset/${name}`, "", now, () => {
    const { bytes, validUntil } = makeFile(catalog, group, choice, now);
    return createAnswer(bytes, { madeAt: now, validUntil }, {
      contentType: MEDIA_TYPES[choice.form],
      isFile: true,
      headers: [["content-disposition", `attachment; filename="${name}"`]],
    });
  });
}
