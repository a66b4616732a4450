import { z } from "zod";
import { image, text } from "./field.ts";

/** `setlists.yaml`: the programmes that shows perform. */
export const setlistsFile = z.array(
  z.strictObject({
    name: text.describe("The setlist's name, as shows call it."),
    songs: z.array(text).default([]).describe("Its songs in order."),
    image: image.optional().describe("Its picture."),
  }),
);

export type SetlistsFile = z.infer<typeof setlistsFile>;
