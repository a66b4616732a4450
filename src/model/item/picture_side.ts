import { z } from "zod";

/** A side of a picture of the service's own. */
export function pictureSide(side: "width" | "height", picture: string) {
  return z.number().optional().describe(
    `The ${side} of \`${picture}\` in pixels, as it is seen; absent if the picture is not the service's own.`,
  );
}
