/** The processes that this one has started; they end when it does. */
interface Children {
  /**
   * Starts a script with the flags of a task. Its standard input ends with this process, also when it
   * is killed and {@linkcode Children.end} is never called. Its output is this process's own, or `piped`.
   */
  start(task: string, args: readonly string[], output?: "piped"): Deno.ChildProcess;
  /** Ends all of them, and those that are about to start; resolves when they are gone. */
  end(): Promise<void>;
}

/** A child that has not ended this long after it was asked to is killed, in ms. */
const PATIENCE_MS = 10_000;

/** `env`: variables that the processes have besides those of this one. */
export function createChildren(env: Readonly<Record<string, string>>): Children {
  const running = new Set<Deno.ChildProcess>();
  let ending = false;
  return { start, end };

  function start(
    task: string,
    args: readonly string[],
    output: "piped" | "inherit" = "inherit",
  ): Deno.ChildProcess {
    return spawn(["run", ...flagsOf(task), ...args], { stdin: "piped", stdout: output });
  }

  function spawn(
    args: readonly string[],
    streams: Pick<Deno.CommandOptions, "stdin" | "stdout">,
  ): Deno.ChildProcess {
    if (ending) throw new Error("Cannot start another process: this one is ending");
    // Apart from the terminal: its Ctrl-C would end the compiler before the server, and what they say
    // of it would stand among each other.
    const options = { args: [...args], env: { ...env }, ...streams, detached: true };
    const child = new Deno.Command("deno", options).spawn();
    running.add(child);
    void child.status.then(() => running.delete(child));
    return child;
  }

  async function end(): Promise<void> {
    ending = true;
    const last = [...running];
    // A server drains after SIGTERM, for load balancers; SIGINT ends it at once.
    last.forEach((child) => signal(child, "SIGINT"));
    const killer = setTimeout(() => last.forEach((child) => signal(child, "SIGKILL")), PATIENCE_MS);
    await Promise.all(last.map((child) => child.status));
    clearTimeout(killer);
  }

  function signal(child: Deno.ChildProcess, name: Deno.Signal): void {
    if (running.has(child)) child.kill(name);
  }
}

/** The flags with which a task runs its program. */
function flagsOf(task: string): string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
  return tasks[task].command.split(" ").filter((word: string) => word.startsWith("--"));
}
