import type { AddOn } from "../../core/addon.ts";
import { DATASET_ROUTES } from "./routes.ts";

/** Whole groups as content says them, in one request each. */
export const dataset: AddOn = { name: "dataset", routes: { v1: DATASET_ROUTES } };
