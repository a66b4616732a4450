import type { z } from "zod";
import type { ValuePath } from "../../read/source.ts";

type Fields = Record<string | number, unknown>;

/** Whether a file would miss a value that it has, were it left out. */
export function isNeeded(schema: z.ZodType, file: unknown, path: ValuePath): boolean {
  const without = structuredClone(file);
  const owner = path.slice(0, -1).reduce<unknown>(
    (value, part) => (value as Fields)[part],
    without,
  );
  const last = path.at(-1)!;
  if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete (owner as Fields)[last];
  const issues = schema.safeParse(without).error?.issues ?? [];
  return issues.some(({ code, path: place }) =>
    code !== "unrecognized_keys" && place.every((part, n) => part === path[n])
  );
}

/** Whether a file may come later: only that of an entry, which can be a draft, leaves nothing missing. */
export function mayComeLater(schema: z.ZodType): boolean {
  const { shape } = schema as { readonly shape?: object };
  return shape !== undefined && "draft" in shape;
}
