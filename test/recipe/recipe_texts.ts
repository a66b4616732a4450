import type { RecipeContext } from "../../build/recipe/recipe.ts";
import { RECIPES } from "../../build/recipe/recipes.ts";
import { readSettings } from "../../src/platform/settings.ts";

/** A recipe's text, filled in from these variables, for a project in `/srv/oshibase`. */
export function recipeText(
  name: string,
  variables: Readonly<Record<string, string>> = {},
  more: Partial<RecipeContext> = {},
): string {
  return RECIPES[name]!.render({
    settings: readSettings((variable) => variables[variable]),
    variables,
    deno: "2.9.6",
    program: "/usr/bin/deno",
    folder: "/srv/oshibase",
    host: "api.example.org",
    isService: false,
    ...more,
  });
}
