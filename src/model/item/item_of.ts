import { z } from "zod";

/** An item as its schema describes it, to be read and not to be changed. */
export type ItemOf<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = T extends readonly (infer Element)[] ? readonly Frozen<Element>[]
  : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> }
  : T;

/** A side of a picture of the service's own. */
export function pictureSide(side: "width" | "height", picture: string) {
  return z.number().optional().describe(
    `The ${side} of \`${picture}\` in pixels, as it is seen; absent if the picture is not the service's own.`,
  );
}
