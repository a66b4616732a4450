import { z } from "zod";
import { image, text } from "./field.ts";

/** `setlists.yaml`: the programmes that shows perform. */
export const setlistsFile = z.array(
  z.strictObject({ name: text, songs: z.array(text).default([]), image: image.optional() }),
);

export type SetlistsFile = z.infer<typeof setlistsFile>;
