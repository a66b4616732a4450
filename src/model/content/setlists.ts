import { z } from "zod";
import { image, text } from "./field.ts";

/** `setlists/<slug>.yaml`: one programme that shows perform. */
export const setlistFile = z.strictObject({
  name: text.describe("The setlist's name, as shows call it."),
  songs: z.array(text).default([]).describe("Its songs in order."),
  image: image.optional().describe("Its picture."),
});

export type SetlistFile = z.infer<typeof setlistFile>;

/** `setlists.yaml`: several of them in one file. */
export const setlistsFile = z.array(setlistFile);

export type SetlistsFile = z.infer<typeof setlistsFile>;
