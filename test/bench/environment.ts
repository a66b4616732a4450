import project from "../deno.json" with { type: "json" };
import { nginxVersion } from "./nginx.ts";
import type { Cores } from "./processor.ts";
import type { Results } from "./results.ts";

/** What belongs to no source of the server: a run leaves results, which these texts then show. */
const MEASURED_TREE = [
  ...["--", ".", ":!test/bench/results.json", ":!test/bench/history.jsonl"],
  ...[":!build/site/docs/pages", ":!README.md"],
];

/** Describes the machine, before anything is measured. */
export function describeMachine(cores: Cores | undefined): Results["machine"] {
  const cpu = /^model name\s*:\s*(.+)$/m.exec(Deno.readTextFileSync("/proc/cpuinfo"))?.[1];
  return {
    cpu: cpu ?? "unknown",
    cores: navigator.hardwareConcurrency,
    loadBefore: Deno.loadavg().map((load) => Number(load.toFixed(2))),
    pinned: cores === undefined ? "no" : `server to core ${cores.server}, load to ${cores.load}`,
  };
}

/** Names the versions of all that is measured. */
export function describeVersions(): Record<string, string> {
  const nginx = nginxVersion();
  return {
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    hono: project.imports.hono.replace("npm:hono@", ""),
    ...nginx === undefined ? {} : { nginx },
  };
}

/** Names the commit that is measured, with `+` where the tree holds changes. */
export function describeCommit(): string {
  const isChanged = git("status", "--porcelain", ...MEASURED_TREE) !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
}

/** Whether the repository has a commit of this name. */
export function isCommit(name: string): boolean {
  return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`) !== "";
}

function git(...args: string[]): string {
  try {
    const { stdout } = new Deno.Command("git", { args, stderr: "null" }).outputSync();
    return new TextDecoder().decode(stdout).trim();
  } catch {
    return "unknown";
  }
}
