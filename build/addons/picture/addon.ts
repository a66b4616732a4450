import type { BuildAddOn } from "../../addon.ts";
import { readPicture } from "./read_picture.ts";

export const picture: BuildAddOn = { name: "picture", readPicture };
