import { z } from "zod";

/**
 * What the documents of Pages CMS say of `.pages.yml`, as far as forms of content need it. Pages CMS
 * publishes no schema of it. https://pagescms.org/docs/configuration/
 */
const name = z.string().regex(/^[\w-]+$/);
const relativePath = z.string().regex(/^[^/].*[^/]$/);

const pattern = z.strictObject({ regex: z.string(), message: z.string().optional() });

const common = {
  name,
  label: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  hidden: z.boolean().optional(),
  readonly: z.boolean().optional(),
  list: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
};

const plainField = z.strictObject({
  ...common,
  type: z.enum(["string", "text", "number", "boolean"]),
  pattern: pattern.optional(),
});

const dateField = z.strictObject({
  ...common,
  type: z.literal("date"),
  options: z.strictObject({ time: z.boolean().optional(), format: z.string().optional() })
    .optional(),
});

const selectField = z.strictObject({
  ...common,
  type: z.literal("select"),
  options: z.strictObject({
    values: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
});

const referenceField = z.strictObject({
  ...common,
  type: z.literal("reference"),
  options: z.strictObject({
    collection: name,
    search: z.string(),
    value: z.string(),
    label: z.string(),
    multiple: z.boolean().optional(),
  }),
});

const richTextField = z.strictObject({
  ...common,
  type: z.literal("rich-text"),
  options: z.strictObject({ format: z.enum(["markdown", "html"]) }),
});

const imageField = z.strictObject({
  ...common,
  type: z.literal("image"),
  options: z.strictObject({ media: name }),
});

const objectField = z.strictObject({
  ...common,
  type: z.literal("object"),
  get fields() {
    return z.array(field).min(1);
  },
});

const basicField = z.union([
  plainField,
  dateField,
  selectField,
  referenceField,
  richTextField,
  imageField,
]);

const field: z.ZodType = z.lazy(() => z.union([basicField, objectField]));

const view = z.strictObject({
  fields: z.array(z.string()),
  primary: z.string(),
  sort: z.array(z.string()),
  default: z.strictObject({ sort: z.string(), order: z.enum(["asc", "desc"]) }).optional(),
});

const collection = z.strictObject({
  name,
  label: z.string(),
  type: z.literal("collection"),
  path: relativePath,
  format: z.enum(["yaml", "yaml-frontmatter"]),
  filename: z.strictObject({
    template: z.string(),
    field: z.union([z.boolean(), z.literal("create")]).optional(),
  }),
  view,
  operations: z.strictObject({
    create: z.boolean().optional(),
    rename: z.boolean().optional(),
    delete: z.boolean().optional(),
  }).optional(),
  fields: z.array(field).min(1),
});

const file = z.strictObject({
  name,
  label: z.string(),
  type: z.literal("file"),
  path: relativePath,
  format: z.literal("yaml"),
  list: z.literal(true).optional(),
  fields: z.array(field).min(1),
});

const media = z.strictObject({
  name,
  label: z.string(),
  input: relativePath,
  output: relativePath.or(name),
  extensions: z.array(z.string()).min(1),
  rename: z.enum(["safe", "random"]),
});

export const documentedPagesConfig = z.strictObject({
  media: z.array(media),
  content: z.array(z.strictObject({
    name,
    label: z.string(),
    type: z.literal("group"),
    items: z.array(z.union([collection, file])),
  })),
  settings: z.strictObject({ content: z.strictObject({ merge: z.boolean() }) }),
});
