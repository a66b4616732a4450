/** Prints the command line in place of serving. */
export const PRINT = "--print";

/** What `deno task serve --help` prints. */
export const SERVE_HELP = `Serves what was built; builds nothing.

  deno task serve               serve the pack in OUT_DIR
  deno task serve --follow      and swap in each new build
  deno task serve --print       print the direct command line with its permissions, and serve nothing
  deno task serve --new-store   make a new store where a pepper lies and its store does not

deno task start builds first and takes the same words. All else is set by variables:

  PORT, HOST       where to listen; 8000 and 127.0.0.1, port 0 is any free one
  OUT_DIR          where the build lies; build/out
  KV_PATH          the store: a file, .data/oshibase.kv, or the URL of a KV Connect server
  PROCESSES        how many servers share the port; 1
  METRICS_PORT     serves /metrics on 127.0.0.1 at this port, of each server at one port more
  DRAIN_MS         how long SIGTERM leaves a load balancer to notice it; 2000

The others stand in build/site/docs/pages/settings.md, and in /docs/settings of a running server.`;

/** Whether somebody asks what the words are. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => ["--help", "-h", "help"].includes(word));
}
