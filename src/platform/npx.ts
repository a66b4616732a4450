/**
 * How tasks are called where npx has fetched the runtime: then the shell has no command `deno`. Undefined
 * elsewhere.
 */
export function npxRemark(variable: (name: string) => string | undefined): string | undefined {
  // npx sets it for what it runs (npm's documents, "npm exec").
  if (variable("npm_command") !== "exec") return undefined;
  return `In place of "deno" write: npx -y deno@${Deno.version.deno}`;
}
