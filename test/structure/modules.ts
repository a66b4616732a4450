/** The project's folder. */
export const ROOT = new URL("../../", import.meta.url);

/** A module of the project: its path below the project, and its text. */
export interface Module {
  readonly path: string;
  readonly text: string;
}

/** All modules below a folder such as `src`. */
export function modules(folder: string): Module[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return modules(path);
    if (!name.endsWith(".ts")) return [];
    return [{ path, text: Deno.readTextFileSync(new URL(path, ROOT)) }];
  });
}
