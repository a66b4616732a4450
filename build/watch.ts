/** Editors save in bursts; a build starts when nothing has changed for this long. */
const SETTLE_MS = 150;

/** Runs `build` after every change below `root`, once the changes have settled. */
export async function watch(root: string, build: () => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = Deno.watchFs(root);
  console.error(`Watching ${root}`);
  for await (const { kind } of changes) {
    if (kind === "access") continue;
    clearTimeout(timer);
    timer = setTimeout(build, SETTLE_MS);
  }
}
