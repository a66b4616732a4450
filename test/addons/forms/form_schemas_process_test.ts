import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { findFormPlace, formTexts } from "../../../build/addons/forms/form_texts.ts";
import { readFormsProgram } from "../../../build/addons/forms/forms_page.ts";
import { programFolder } from "./program_folder.ts";

const CALL = {
  folder: "forms",
  repository: "owner/name",
  branch: "main",
  signIn: "https://sign-in.oshibase.example",
  isReviewed: false,
  isServed: false,
};

const FOLDER = await programFolder();

const FILES = [
  CALL,
  { ...CALL, branch: undefined, signIn: undefined },
  { ...CALL, isReviewed: true },
].map((call) => formTexts(findFormPlace("content"), call, readFormsProgram(FOLDER)));

/** What the package says of its own configuration. */
const SVELTIA_SCHEMA = JSON.parse(
  Deno.readTextFileSync(new URL("schema/sveltia-cms.json", FOLDER)),
);

const AJV = new Ajv({ strict: false, validateFormats: false }).addSchema(SVELTIA_SCHEMA, "sveltia");

/** The definitions of fields, and the widget of each. */
const WIDGETS = Object.entries(SVELTIA_SCHEMA.definitions as Record<string, WidgetDefinition>)
  .map(([name, { properties }]) => [name, properties?.widget?.const] as const);

interface WidgetDefinition {
  readonly properties?: { readonly widget?: { readonly const?: string } };
}

Deno.test("the configuration of Sveltia CMS is valid by the schema of its package", () => {
  for (const files of FILES) {
    const config = textOf(files, "/forms/config.yml");
    assert.deepEqual(problemsOf(config), []);
    assert.notDeepEqual(problemsOf(config.replace("label_singular:", "label_singulr:")), []);
    assert.notDeepEqual(problemsOf(config.replace("widget: relation", "widget: relations")), []);
    assert.notDeepEqual(problemsOf(config.replace("value_field:", "value_fields:")), []);
  }
});

/** By the schema as a whole, which lets unknown widgets through, and by that of each widget. */
function problemsOf(text: string): unknown[] {
  const config = parse(text);
  const whole = AJV.getSchema("sveltia#/definitions/CmsConfig")!;
  const problems: unknown[] = whole(config) ? [] : [whole.errors];
  for (const field of fieldsIn(config.collections)) {
    const fitting = WIDGETS.filter(([, widget]) => widget === field["widget"])
      .map(([name]) => AJV.getSchema(`sveltia#/definitions/${name}`)!);
    if (!fitting.some((validate) => validate(field))) problems.push(field);
  }
  return problems;
}

Deno.test("no form deletes a member, a show or an event, copies an entry or uploads what is no picture", () => {
  for (const files of FILES) {
    const config = parse(textOf(files, "/forms/config.yml"));
    for (const { name, delete: isDeletable, duplicate, files } of config.collections) {
      if (name === undefined || files !== undefined) continue;
      assert.equal(isDeletable, !/_(?:members|shows|events|setlists)$/.test(name), name);
      assert.equal(duplicate, false, name);
    }
    assert.equal(config.media_folder, undefined);
    for (const { name, media_folder: folder, public_folder: path } of config.collections) {
      if (name === undefined || !folder) continue;
      assert.match(folder, new RegExp(`^/(?:.*/)?${name.split("_")[0]}/pictures$`));
      assert.equal(path, "pictures");
    }
    for (const field of fieldsIn(config.collections)) {
      assert.notEqual(field["widget"], "file");
      if (field["widget"] === "image") {
        assert.equal(field["accept"], "image/jpeg,image/png,image/webp");
      }
      if (field["widget"] === "richtext") {
        assert.deepEqual(field["editor_components"], ["code-block"]);
      }
    }
  }
});

Deno.test("a moment is picked on the clock of its group, and an address is typed", () => {
  const place = findFormPlace("content");
  const groups = [
    { slug: "groupa", name: "A", language: "id", timezone: "Asia/Jakarta" },
    { slug: "groupj", name: "J", language: "ja", timezone: "Asia/Tokyo" },
  ] as const;
  const files = formTexts({ ...place, groups }, CALL, readFormsProgram(FOLDER));
  const { collections } = parse(textOf(files, "/forms/config.yml"));
  const find = (name: string) =>
    collections.find((one: { readonly name?: string }) => one.name === name);
  for (const [group, zone] of [["groupa", "Asia/Jakarta"], ["groupj", "Asia/Tokyo"]] as const) {
    const moment = find(`${group}_news`).fields.find(({ name }: { readonly name: string }) =>
      name === "publish_at"
    );
    assert.deepEqual([moment.widget, moment.input_timezone], ["datetime", zone]);
    for (const kind of ["members", "releases"]) {
      assert.equal(find(`${group}_${kind}`).slug.template, "{{fields._slug}}");
    }
    for (const kind of ["shows", "news", "events"]) {
      assert.equal(find(`${group}_${kind}`).slug.template, "{{fields.date}}-{{fields._slug}}");
    }
    assert.equal(find(`${group}_videocalls`).slug.template, "{{fields.date}}");
  }
  const [status] = find("groupa_members").fields.filter(({ name }: { readonly name: string }) =>
    name === "status"
  );
  assert.deepEqual(status.options.map(({ label }: { readonly label: string }) => label), [
    ...["– (Aktif)", "Aktif", "Trainee", "Lulus"],
  ]);
});

Deno.test("with --review a saved change is a pull request, and without it none is", () => {
  const modes = FILES.map((files) => parse(textOf(files, "/forms/config.yml")).publish_mode);
  assert.deepEqual(modes, [undefined, undefined, "editorial_workflow"]);
});

Deno.test("every pattern of a form is one that programs of forms can read", () => {
  for (const files of FILES) {
    const { collections } = parse(textOf(files, "/forms/config.yml"));
    const patterns = fieldsIn(collections).flatMap(({ pattern }) => pattern ? [pattern] : []);
    assert.ok(patterns.length > 10);
    for (const pattern of patterns) new RegExp((pattern as string[])[0]!, "u");
  }
});

Deno.test("every picker leads to a collection or file of its own group that is there", () => {
  const { collections } = parse(textOf(FILES[0]!, "/forms/config.yml"));
  const names = collections.map(({ name }: { name?: string }) => name);
  const pickers = collections.flatMap((collection: object) =>
    relationsIn(collection).map((picker) => ({ in: collection as { name: string }, picker }))
  );
  assert.ok(pickers.length > 10);
  for (const { in: { name }, picker } of pickers) {
    assert.ok(names.includes(picker["collection"]));
    assert.equal(String(picker["collection"]).split("_")[0], name.split("_")[0]);
  }
});

function relationsIn(value: unknown): Record<string, unknown>[] {
  return fieldsIn(value).filter(({ widget }) => widget === "relation");
}

function fieldsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const here = "widget" in value ? [value as Record<string, unknown>] : [];
  return [...here, ...Object.values(value).flatMap(fieldsIn)];
}

function textOf(files: ReadonlyMap<string, string>, ending: string): string {
  const found = [...files].find(([path]) => path.endsWith(ending));
  assert.ok(found, ending);
  return found[1];
}

Deno.test("who only starts the service need not fetch the packages of a single tool", () => {
  const pinned = Object.keys(JSON.parse(Deno.readTextFileSync("deno.lock")).npm);
  for (const name of ["@sveltia/cms", "yaml-language-server", "prettier", "svgo"]) {
    assert.ok(!pinned.some((id) => id.startsWith(`${name}@`)), name);
  }
});
