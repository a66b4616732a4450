import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { FACT_FORMS, issueForms } from "../../build/forms/issue_forms.ts";

/** What GitHub takes as an issue form (docs.github.com, "Syntax for GitHub's form schema"). */
const text = z.string().min(1);
const question = { id: z.string().regex(/^[\w-]+$/).optional() };
const validations = z.strictObject({ required: z.boolean().optional() }).optional();
const asked = { label: text, description: text.optional() };
const written = { ...asked, placeholder: text.optional(), value: text.optional() };

const element = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: text }) }),
  z.strictObject({
    ...question,
    type: z.literal("input"),
    attributes: z.strictObject(written),
    validations,
  }),
  z.strictObject({
    ...question,
    type: z.literal("textarea"),
    attributes: z.strictObject({ ...written, render: text.optional() }),
    validations,
  }),
  z.strictObject({
    ...question,
    type: z.literal("dropdown"),
    attributes: z.strictObject({
      ...asked,
      multiple: z.boolean().optional(),
      options: text.array().min(1).refine(isDistinct, "options twice").refine(
        (options) => !options.some((option) => /^none$/i.test(option)),
        "GitHub has None itself",
      ),
      default: z.int().nonnegative().optional(),
    }).refine(({ options, default: chosen = 0 }) => chosen < options.length, "no such option"),
    validations,
  }),
  z.strictObject({
    ...question,
    type: z.literal("checkboxes"),
    attributes: z.strictObject({
      ...asked,
      options: z.strictObject({ label: text, required: z.boolean().optional() }).array().min(1),
    }),
    validations,
  }),
]);

const form = z.strictObject({
  name: text.min(4),
  description: text.min(4),
  title: text.optional(),
  labels: text.array().min(1).refine(isDistinct, "labels twice").optional(),
  body: element.array().min(1)
    .refine((body) => body.some(({ type }) => type !== "markdown"), "nothing is asked")
    .refine(
      (body) => isDistinct(body.flatMap((one) => "id" in one ? one.id ?? [] : [])),
      "ids twice",
    )
    .refine(
      (body) =>
        isDistinct(body.flatMap((one) => "label" in one.attributes ? [one.attributes.label] : [])),
      "labels of questions twice",
    ),
});

function isDistinct(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

const OWN = ".github/ISSUE_TEMPLATE";
const TEMPLATES = "build/forms/fact_forms";

function formsIn(folder: string): Map<string, unknown> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return new Map(
    names.map((name) => [`${folder}/${name}`, parse(Deno.readTextFileSync(`${folder}/${name}`))]),
  );
}

const group = { slug: "groupa", name: "A", timezone: "Asia/Jakarta" };
const MADE = ["en", "id"].flatMap((language) =>
  [...issueForms([{ ...group, language }])].map(([name, made]) => [`${language} ${name}`, made])
) as [string, unknown][];

Deno.test("every issue form is one that GitHub takes", () => {
  const forms = [OWN, `${TEMPLATES}/en`, `${TEMPLATES}/id`].flatMap((folder) => {
    const found = formsIn(folder);
    const names = [...found.values()].map((one) => (one as { name: string }).name);
    assert.ok(isDistinct(names), folder);
    for (const path of found.keys()) assert.match(path, /\.yml$/);
    return [...found];
  });
  assert.equal(forms.length, 6);
  for (const [name, found] of [...forms, ...MADE]) {
    const { error } = form.safeParse(found);
    assert.equal(error, undefined, `${name}: ${error && z.prettifyError(error)}`);
  }
});

Deno.test("a form that GitHub does not take is found", () => {
  const good = parse(FACT_FORMS.en["wrong-fact.yml"]);
  const [first, ...rest] = good.body;
  assert.equal(form.safeParse(good).success, true);
  for (
    const [wrong, why] of [
      [{ ...good, body: [] }, /body/],
      [{ ...good, titel: "x" }, /titel/],
      [{ ...good, name: undefined }, /name/],
      [{ ...good, body: [first, first, ...rest] }, /ids twice/],
      [{ ...good, body: [{ ...first, type: "text" }] }, /body\[0\]\.type/],
      [{ ...good, body: [{ ...first, required: true }] }, /required/],
      [{ ...good, body: [{ ...first, id: "a b" }] }, /id/],
    ] as const
  ) {
    const { error } = form.safeParse(wrong);
    assert.match(z.prettifyError(error!), why);
  }
});

Deno.test("the forms about facts ask the same in both languages, and are those of the templates", () => {
  const shape = (text: string) =>
    parse(text).body.map(({ id, type, validations }: Record<string, unknown>) => [
      id,
      type,
      validations,
    ]);
  for (const name of ["wrong-fact.yml", "missing-fact.yml"] as const) {
    assert.deepEqual(shape(FACT_FORMS.id[name]), shape(FACT_FORMS.en[name]));
    for (const language of ["en", "id"] as const) {
      const path = `${TEMPLATES}/${language}/${name}`;
      assert.equal(FACT_FORMS[language][name], Deno.readTextFileSync(path));
    }
  }
  for (const language of ["en", "id"]) {
    const names = [...Deno.readDirSync(`${TEMPLATES}/${language}`)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["missing-fact.yml", "wrong-fact.yml"]);
  }
});
