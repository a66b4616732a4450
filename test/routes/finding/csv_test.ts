import assert from "node:assert/strict";
import fc from "fast-check";
import { csvRecord } from "../../../src/addons/dataset/dataset_file.ts";
import { readDatasetCsv, readRecords } from "../../resources/read_csv.ts";
import { propertyRun } from "../../support/size.ts";

Deno.test("csvRecord() gives back every text, nothing, and what is JSON", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "'", '"', ",", "\r", "\n", "\t", "a") }),
  );
  const row = fc.record({
    text: fc.option(text, { nil: undefined }),
    json: fc.oneof(fc.integer(), fc.boolean(), fc.array(text), fc.dictionary(text, text)),
    last: fc.option(text, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const records = rows.map(({ text, json, last }) => csvRecord([text, json, last]));
      const csv = csvRecord(["text", "json", "last"]) + records.join("");
      const read = readDatasetCsv(csv, (field) => field === "json" ? "json" : "text");
      const wanted = rows.map((one) => JSON.parse(JSON.stringify(one)));
      assert.deepEqual(JSON.parse(JSON.stringify(read)), wanted);
    }),
    propertyRun(300),
  );
});

Deno.test("csvRecord() leaves no cell that a spreadsheet takes for a formula", () => {
  for (const text of ["=1+1", "+62", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1"]) {
    const [[cell] = []] = readRecords(csvRecord([text]));
    assert.equal(cell?.text, `'${text}`);
  }
});
