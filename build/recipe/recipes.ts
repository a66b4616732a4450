import type { Recipe } from "./recipe.ts";
import { workflow } from "./workflow.ts";

/** All recipes, by the word that asks for them. */
export const RECIPES: Readonly<Record<string, Recipe>> = { workflow };
