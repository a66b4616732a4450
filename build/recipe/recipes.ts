import { caddy, nginx } from "./proxies.ts";
import { compose, container } from "./containers.ts";
import type { Recipe } from "./recipe.ts";
import { snapshot, systemd } from "./systemd.ts";
import { comment, workflow } from "./workflow.ts";

/** All recipes, by the word that asks for them. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  systemd,
  snapshot,
  container,
  compose,
  nginx,
  caddy,
  workflow,
  comment,
};
