import type { z } from "zod";
import type { ValuePath } from "../../read/source.ts";
import { fieldNames, hasField, hasOwnNames } from "./field_names.ts";

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with fields that have no value. One that a schema has may be left blank, since that
 * says as much as leaving it out; a schema sees none of them.
 */
export function blankIssues(schema: z.ZodType, blanks: readonly ValuePath[]): Issue[] {
  return blanks.flatMap((path): Issue[] => {
    const owner = path.slice(0, -1);
    if (hasOwnNames(schema, owner)) {
      return [{ code: "invalid_type", expected: "object", path: [...path], message: "" }];
    }
    // Of fields that may not be there at all, that is told.
    if (hasField(schema, path) || fieldNames(schema, owner).length === 0) return [];
    return [{
      code: "unrecognized_keys",
      keys: [String(path.at(-1))],
      path: [...owner],
      message: "",
    }];
  });
}
