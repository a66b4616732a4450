/**
 * This room names the schemas of content files, writes them as JSON schemas, and says what their
 * fields are called.
 *
 * @module
 */

import { z } from "zod";
import { type FileSchema, SCHEMAS } from "./schemas.ts";

/** The folder of the content folder in which the schemas lie. */
export const SCHEMA_FOLDER = "schema";

/** The files that editors complete from: name and text of each, the same on every run. */
export function schemaFiles(): Map<string, string> {
  const files = Object.entries(SCHEMAS).map(([name, file]) =>
    [`${name}.json`, jsonSchema(file)] as const
  );
  return new Map(files);
}

/** What may be written, not what it is read as: fields with a default may be left out. */
function jsonSchema({ title, schema }: FileSchema): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => leaveOutIntegerBounds(jsonSchema),
  });
  return JSON.stringify({ $schema, title, ...rest }, null, 2) + "\n";
}

/** The bounds of exact integers say nothing to an editor. */
function leaveOutIntegerBounds(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
