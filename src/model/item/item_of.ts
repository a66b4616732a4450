import { z } from "zod";

/** An item as its schema describes it, to be read and not to be changed. */
export type ItemOf<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = T extends readonly (infer Element)[] ? readonly Frozen<Element>[]
  : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> }
  : T;

/** A text, which `about` describes to callers. */
export function text(about: string) {
  return z.string().describe(about);
}

/** A text that may be absent. */
export function optionalText(about: string) {
  return z.string().optional().describe(about);
}

/** Texts in their order. */
export function texts(about: string) {
  return z.array(z.string()).describe(about);
}

/** A number. */
export function number(about: string) {
  return z.number().describe(about);
}

/** A number that may be absent. */
export function optionalNumber(about: string) {
  return z.number().optional().describe(about);
}

/** Whether something is so. */
export function flag(about: string) {
  return z.boolean().describe(about);
}

/** A side of a picture of the service's own. */
export function pictureSide(side: "width" | "height", picture: string) {
  return optionalNumber(
    `The ${side} of \`${picture}\` in pixels, as it is seen; absent if the picture is not the service's own.`,
  );
}
