/** The text of a file below `/docs/recipes/`. */
export function recipeFile(name: string): string {
  return Deno.readTextFileSync(`build/addons/site/docs/recipes/${name}`);
}

/** A proxy's configuration for a server on this port. */
export function proxyFile(name: "nginx.conf" | "Caddyfile", port: string): string {
  return recipeFile(name).replace("127.0.0.1:8000", `127.0.0.1:${port}`);
}
