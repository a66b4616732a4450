import { BUILD_ADDONS } from "../addons.ts";
import type { ReadPicture } from "./picture.ts";

/** Reads the bytes of pictures; undefined where no add-on does. */
export const pictureReader: ((bytes: Uint8Array) => ReadPicture | undefined) | undefined =
  BUILD_ADDONS.find((one) => one.readPicture)?.readPicture;
