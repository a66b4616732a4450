import { caddy } from "./caddy.ts";
import { compose } from "./compose.ts";
import { container } from "./container.ts";
import { nginx } from "./nginx.ts";
import type { Recipe } from "./recipe.ts";
import { snapshot } from "./snapshot.ts";
import { systemd } from "./systemd.ts";
import { workflow } from "./workflow.ts";

/** All recipes, by the word that asks for them. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  systemd,
  snapshot,
  container,
  compose,
  nginx,
  caddy,
  workflow,
};
