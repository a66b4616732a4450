/**
 * The ids of the processes whose command line has a folder in it, and `script`. The folder of a task's
 * content stands in the permissions of every process that the task starts.
 */
export function processesOf(folder: string, script = ""): number[] {
  const ids = [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter(
    Number.isInteger,
  );
  return ids.filter((id) => {
    const line = commandLine(id);
    return line.includes(folder) && line.includes(script);
  });
}

/** Empty of a process that has ended meanwhile. */
function commandLine(id: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${id}/cmdline`);
  } catch {
    return "";
  }
}
