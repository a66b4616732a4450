import type { z } from "zod";

/** An item as its schema describes it, to be read and not to be changed. */
export type ItemOf<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = T extends readonly (infer Element)[] ? readonly Frozen<Element>[]
  : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> }
  : T;
