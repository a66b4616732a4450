import type { AddOn } from "../../core/addon.ts";
import { videoList } from "./route.ts";
import { openVideos } from "./videos.ts";

/** The newest videos of channels. */
export const videos: AddOn = {
  name: "videos",
  routes: { group: [videoList] },
  open: (core) => openVideos(core),
};
