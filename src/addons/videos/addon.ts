import type { AddOn } from "../../core/addon.ts";
import { videoList } from "./route.ts";

/** The newest videos of channels. */
export const videos: AddOn = {
  name: "videos",
  routes: { group: [videoList] },
  open: async (core) => (await import("./videos.ts")).openVideos(core),
};
