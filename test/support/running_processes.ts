/** The ids of the programs of Deno that run with a folder in their environment, and with `script`. */
export function processesOf(folder: string, script = ""): number[] {
  const ids = [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter(
    Number.isInteger,
  );
  return ids.filter((id) => {
    const line = textOf(id, "cmdline");
    return line.includes("\0run\0") && line.includes(script) &&
      textOf(id, "environ").includes(folder);
  });
}

/** Empty of a process that has ended meanwhile, or is somebody else's. */
function textOf(id: number, file: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${id}/${file}`);
  } catch {
    return "";
  }
}
