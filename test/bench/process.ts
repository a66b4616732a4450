import { command, type RunningServer, watchServer } from "../support/server.ts";

/** What `deno` is given, in which folder, with which variables. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server, and resolves when it listens. */
export function start({ args, cwd = ".", env = {} }: CommandLine): Promise<RunningServer> {
  return watchServer(command([...args], env, { cwd }));
}

/** Runs `deno` to its end. */
export async function run({ args, cwd = ".", env = {} }: CommandLine): Promise<string> {
  return await printedBy(command([...args], env, { cwd }));
}

/** Runs a line of a shell to its end. */
export async function shell(line: string, cwd = ".", env: CommandLine["env"] = {}) {
  return (await printedBy(new Deno.Command("sh", { args: ["-c", line], cwd, env }))).trim();
}

async function printedBy(command: Deno.Command): Promise<string> {
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** The processor time of all threads of a server, in µs. */
export function cpuUs({ process }: RunningServer): number {
  const folder = `/proc/${process.pid}/task`;
  return [...Deno.readDirSync(folder)].reduce((sum, { name }) => {
    try {
      return sum + parseInt(Deno.readTextFileSync(`${folder}/${name}/schedstat`)) / 1000;
    } catch {
      return sum; // The thread has just ended.
    }
  }, 0);
}

/** The processor time of all ended children of this process, in ms: to 10 ms (proc_pid_stat(5)). */
export function childrenCpuMs(): number {
  const fields = Deno.readTextFileSync("/proc/self/stat").split(") ")[1]!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The memory that a server has now, in MiB. */
export function memoryMib({ process }: RunningServer): number {
  const status = Deno.readTextFileSync(`/proc/${process.pid}/status`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}

/** Keeps a process on one core, if the machine has it and `taskset`. */
export async function pin(pid: number, core: number): Promise<void> {
  await shell(`taskset -acp ${core} ${pid} || true`);
}
