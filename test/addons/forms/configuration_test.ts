import assert from "node:assert/strict";
import { sveltiaConfig, type SveltiaOptions } from "../../../build/addons/forms/configuration.ts";
import type { FormGroup } from "../../../build/addons/forms/form_fields.ts";
import { CHOICES_IN_INDONESIAN, LABELS_IN_INDONESIAN } from "../../../src/model/labels.ts";
import { KINDS_BY_FOLDER, schemaFiles, SCHEMAS } from "../../../build/schema/schemas.ts";
import INDONESIAN from "../../../build/words/id.json" with { type: "json" };

const OPTIONS: SveltiaOptions = {
  ...{ repository: "owner/name", branch: undefined, signIn: undefined, isReviewed: false },
};
const GROUP: FormGroup = {
  ...{ slug: "groupa", name: "A", language: "id", timezone: "Asia/Jakarta", songs: "fields" },
};
const JAPANESE: FormGroup = {
  ...{ slug: "groupj", name: "J", language: "ja", timezone: "Asia/Tokyo", songs: "titles" },
};

interface Field extends Record<string, unknown> {
  readonly name: string;
  readonly label?: string;
  readonly widget: string;
  readonly options?: readonly { readonly value: unknown; readonly label: string }[];
}

interface Collection extends Record<string, unknown> {
  readonly name: string;
  readonly fields: readonly Field[];
}

function collectionsOf(...groups: FormGroup[]): Collection[] {
  const { collections } = sveltiaConfig(groups, "content/", OPTIONS);
  return (collections as Collection[]).filter(({ name }) => name !== undefined);
}

const COLLECTIONS = collectionsOf(GROUP, JAPANESE);
const find = (name: string) => COLLECTIONS.find((one) => one.name === name)!;

function fieldsIn(value: unknown): Field[] {
  if (typeof value !== "object" || value === null) return [];
  const here = "widget" in value ? [value as Field] : [];
  return [...here, ...Object.values(value).flatMap(fieldsIn)];
}

Deno.test("no form deletes a member, show, event or setlist, copies an entry, or uploads what is no picture", () => {
  for (const { name, delete: isDeletable, duplicate, files, ...one } of COLLECTIONS) {
    assert.equal(one["media_folder"], `/content/${name.split("_")[0]}/pictures`);
    assert.equal(one["public_folder"], "pictures");
    if (files !== undefined) continue;
    assert.equal(isDeletable, !/_(?:members|shows|events|setlists)$/.test(name), name);
    assert.equal(duplicate, false, name);
  }
  for (const field of fieldsIn(COLLECTIONS)) {
    assert.notEqual(field.widget, "file");
    const { accept, editor_components: buttons, pattern } = field;
    if (field.widget === "image") assert.equal(accept, "image/jpeg,image/png,image/webp");
    if (field.widget === "richtext") assert.deepEqual(buttons, ["code-block"]);
    if (pattern !== undefined) new RegExp((pattern as string[])[0]!, "u");
  }
});

Deno.test("lists begin with what is next, and with the latest news and releases", () => {
  const starts = COLLECTIONS.slice(0, 7).map((one) => {
    const { default: sort } = one["sortable_fields"] as { default: Record<string, string> };
    const groups = one["view_groups"] as { groups: Record<string, string>[] } | undefined;
    return [one.name, sort["field"], sort["direction"], groups?.groups[0]?.["gte"]];
  });
  assert.deepEqual(starts, [
    ["groupa_members", "name", "ascending", undefined],
    ["groupa_shows", "date", "ascending", "{{today}}"],
    ["groupa_news", "date", "descending", undefined],
    ["groupa_events", "date", "ascending", "{{today}}"],
    ["groupa_releases", "release_date", "descending", undefined],
    ["groupa_videocalls", "date", "ascending", "{{today}}"],
    ["groupa_setlists", "name", "ascending", undefined],
  ]);
  assert.equal(find("groupa_shows")["summary"], "{{date}} {{time}} {{title}}");
});

Deno.test("fields are in the order of the schemas, and those that no form changes stay in it", () => {
  for (const [folder, kind] of Object.entries(KINDS_BY_FOLDER)) {
    const names = find(`groupa_${folder}`).fields.map(({ name }) => name);
    const shape = Object.keys(SCHEMAS[kind].schema.shape);
    assert.deepEqual(names.filter((name) => name !== "body"), shape, folder);
  }
  const widgets = (name: string, ...fields: string[]) =>
    fields.map((field) => find(name).fields.find(({ name }) => name === field)?.["widget"]);
  assert.deepEqual(widgets("groupa_shows", "id", "former_slugs"), ["hidden", "list"]);
  const [{ fields }] = find("groupa_files")["files"] as [Collection];
  const hidden = fields.filter(({ widget }) => widget === "hidden").map(({ name }) => name);
  assert.deepEqual(hidden, ["family", "timezone", "language", "leap_day", "public"]);
  assert.ok(!fields.some(({ name }) => name === "accounts"));
});

Deno.test("a moment is picked on the clock of its group, an address typed, and a member chosen in it", () => {
  for (const { slug, timezone } of [GROUP, JAPANESE]) {
    const moment = find(`${slug}_news`).fields.find(({ name }) => name === "publish_at")!;
    assert.deepEqual([moment.widget, moment["input_timezone"]], ["datetime", timezone]);
    const templates = COLLECTIONS.filter(({ name }) => name.startsWith(slug))
      .map((one) => (one["slug"] as { template: string } | undefined)?.template);
    const [free, behindDay] = ["{{fields._slug}}", "{{fields.date}}-{{fields._slug}}"];
    assert.deepEqual(templates, [
      ...[free, behindDay, behindDay, behindDay, free, "{{fields.date}}", free, undefined],
    ]);
  }
  const { hint } = find("groupj_setlists")["slug"] as { hint: string };
  assert.match(hint, /^What the file is called.*The address is made of the name\.$/);
  const pickers = COLLECTIONS.flatMap((one) =>
    fieldsIn(one).filter(({ widget }) => widget === "relation")
      .map(({ collection }) => [one.name.split("_")[0], collection] as const)
  );
  assert.ok(pickers.length > 10);
  for (const [group, collection] of pickers) {
    assert.match(String(collection), new RegExp(`^${group}_(?:members|setlists)$`));
    assert.ok(find(String(collection)));
  }
  const status = find("groupa_members").fields.find(({ name }) => name === "status")!;
  const labels = status.options!.map(({ label }) => label);
  assert.deepEqual(labels, ["– (Aktif)", "Aktif", "Trainee", "Lulus"]);
  for (const [slug, words] of [["groupa", ["Tidak", "Ya"]], ["groupj", ["No", "Yes"]]] as const) {
    const fields = fieldsIn(find(`${slug}_files`));
    const complete = fields.find(({ name }) => name === "shows_complete")!;
    assert.deepEqual(complete.options!.map(({ label }) => label), words);
  }
});

Deno.test("songs are as the files of their group have them, and in no form where they have both", () => {
  const songs = (group: FormGroup) => {
    const { fields } = collectionsOf(group).find(({ name }) => name.endsWith("_setlists"))!;
    const field = fields.find(({ name }) => name === "songs");
    return field && fieldsIn(field).map(({ name, widget }) => `${name} ${widget}`);
  };
  assert.deepEqual(songs({ ...GROUP, songs: "titles" }), ["songs list", "songs string"]);
  assert.deepEqual(songs(GROUP), [
    ...["songs list", "title string", "original_title string"],
    ...["center relation", "unit relation"],
  ]);
  assert.equal(songs({ ...GROUP, songs: "mixed" }), undefined);
});

Deno.test("a saved change is a pull request with --review alone; editors sign in as options say", () => {
  const config = (options: Partial<SveltiaOptions>) =>
    sveltiaConfig([GROUP], "", { ...OPTIONS, ...options });
  assert.equal(config({})["publish_mode"], undefined);
  assert.equal(config({ isReviewed: true })["publish_mode"], "editorial_workflow");
  assert.deepEqual(config({ branch: "next", signIn: "https://a.example" })["backend"], {
    ...{ name: "github", repo: "owner/name", branch: "next", base_url: "https://a.example" },
  });
});

/** What is for operators alone, whose documents are in English. */
const FOR_OPERATORS = ["plans.json", "site.json"];

Deno.test("each field, its meaning and each word to choose has an Indonesian name, and no other has", () => {
  const said = [...schemaFiles()].filter(([name]) => !FOR_OPERATORS.includes(name))
    .flatMap(([, text]) => [...text.matchAll(/"description": (".*")/g)])
    .map(([, words]) => JSON.parse(words!));
  assert.deepEqual(said.filter((words) => !(words in INDONESIAN)), []);
  const shown = fieldsIn(collectionsOf(GROUP)).filter(({ widget }) => widget !== "hidden");
  const names = new Set(shown.map(({ name }) => name));
  for (const name of ["former_slug"]) names.delete(name);
  assert.deepEqual(Object.keys(LABELS_IN_INDONESIAN).sort(), [...names].sort());
  const words = new Set(shown.flatMap(({ options = [] }) => options.map(({ value }) => value)));
  // What is or is not has words that no file has.
  for (const none of ["", null, true]) words.delete(none);
  const all = [...words as Set<string>, "draft", "ready", "yes"];
  assert.deepEqual(Object.keys(CHOICES_IN_INDONESIAN).sort(), all.sort());
});

Deno.test("who only starts the service need not fetch the packages of a single tool", () => {
  const pinned = Object.keys(JSON.parse(Deno.readTextFileSync("deno.lock")).npm);
  for (const name of ["@sveltia/cms", "yaml-language-server", "prettier", "svgo"]) {
    assert.ok(!pinned.some((id) => id.startsWith(`${name}@`)), name);
  }
});
