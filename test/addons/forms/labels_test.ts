import assert from "node:assert/strict";
import {
  formCollections,
  type FormGroup,
  groupFileForm,
} from "../../../build/addons/forms/form_collection.ts";
import type { FormFieldSpec } from "../../../build/addons/forms/form_field.ts";
import { schemaFiles } from "../../../build/schema/schemas.ts";
import { CHOICES_IN_INDONESIAN, LABELS_IN_INDONESIAN } from "../../../build/schema/field_labels.ts";
import INDONESIAN from "../../../build/words/id.json" with { type: "json" };

const group: FormGroup = {
  ...{ slug: "groupa", name: "A", language: "id", timezone: "Asia/Jakarta" },
  songs: "fields",
};

/** What is for operators alone, whose documents are in English. */
const FOR_OPERATORS = ["plans.json", "site.json"];

Deno.test("what every field of content is for is said in Indonesian, too", () => {
  const said = new Set(
    [...schemaFiles()].filter(([name]) => !FOR_OPERATORS.includes(name)).flatMap(([, text]) =>
      [...text.matchAll(/"description": (".*")/g)].map(([, words]) => JSON.parse(words!))
    ),
  );
  assert.deepEqual([...said].filter((words) => !(words in INDONESIAN)), []);
});

Deno.test("every field of a form has an Indonesian name, and no other has", () => {
  const all = [...formCollections(group), groupFileForm(group)].flatMap(({ fields }) =>
    fields.flatMap(namesIn)
  );
  const named = new Set([...all, "body"]);
  assert.deepEqual(Object.keys(LABELS_IN_INDONESIAN).sort(), [...named].sort());
});

Deno.test("every word to choose from has an Indonesian name, and no other has", () => {
  const words = [...formCollections(group), groupFileForm(group)].flatMap(({ fields }) =>
    fields.flatMap(choicesIn)
  );
  // A draft is one or is none: two words that no file has.
  const named = new Set([...words, "draft", "ready"]);
  assert.deepEqual(Object.keys(CHOICES_IN_INDONESIAN).sort(), [...named].sort());
});

function choicesIn({ choices = [], fields = [] }: FormFieldSpec): string[] {
  return [...choices.map(({ value }) => value), ...fields.flatMap(choicesIn)];
}

function namesIn({ name, fields = [] }: FormFieldSpec): string[] {
  return [name, ...fields.flatMap(namesIn)];
}
