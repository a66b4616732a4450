/**
 * This room renders the site and articles, and hashes items, on another thread, while the compiler does
 * the rest.
 *
 * @module
 */

import { type MessagePort as NodePort, receiveMessageOnPort } from "node:worker_threads";
import { compilerVersion } from "../cache/compiler_version.ts";
import type { Job, ThreadAnswer, ThreadStart } from "./thread_messages.ts";

/** A thread that renders. It is started by the first that needs it. */
export interface RenderThread {
  /** Starts it ahead: it loads what it needs, and compresses what every site has. */
  start(): void;
  /** Begins to name the program there. */
  beginVersion(): void;
  /** The name of the program, as {@linkcode compilerVersion} gives it: from there, where it has begun. */
  version(): string | undefined;
  post(job: Job): void;
  /**
   * Waits for its next answer of a kind; others that come before it are kept for whoever asks for them.
   *
   * @throws {Error} if a job has failed there, or it does not answer for {@linkcode MAX_WAIT_MS}
   */
  next<Kind extends AnswerKind>(kind: Kind): AnswerOf<Kind>;
  /** Ends it; whoever needs it later starts another one. */
  end(): void;
}

const LIBRARIES: Job = { kind: "libraries" };

type AnswerKind = Exclude<ThreadAnswer["kind"], "failure">;
type AnswerOf<Kind> = Extract<ThreadAnswer, { readonly kind: Kind }>;

function versionJob(): Job {
  return { kind: "version", loadedAt: performance.timeOrigin };
}

/** Far above what any job takes (ms). */
const MAX_WAIT_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Counts the answers that were posted. */
  readonly bell: Int32Array<SharedArrayBuffer>;
  /** Answers that nobody has asked for yet. */
  readonly kept: ThreadAnswer[];
  /** Whether the name of the program will be among the answers. */
  isNaming: boolean;
}

export function createRenderThread(): RenderThread {
  let running: Running | undefined;
  const ensure = () => running ??= startWorker();
  return {
    start: () => ensure().port.postMessage(LIBRARIES),
    beginVersion() {
      ensure().port.postMessage(versionJob());
      ensure().isNaming = true;
    },
    version() {
      if (!running?.isNaming) return compilerVersion();
      running.isNaming = false;
      return nextAnswer("version", running).version;
    },
    post: (job) => ensure().port.postMessage(job),
    next: (kind) => nextAnswer(kind, ensure()),
    end() {
      running?.port.close();
      running?.worker.terminate();
      running = undefined;
    },
  };
}

function startWorker(): Running {
  const worker = new Worker(new URL("./thread_script.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const start: ThreadStart = { port: port2, bell };
  worker.postMessage(start, [port2]);
  return { worker, port: port1, bell, kept: [], isNaming: false };
}

/** The compiler has nothing else to do meanwhile: it waits without events. */
function nextAnswer<Kind extends AnswerKind>(
  kind: Kind,
  { port, bell, kept }: Running,
): AnswerOf<Kind> {
  const place = kept.findIndex((answer) => answer.kind === kind);
  if (place >= 0) return kept.splice(place, 1)[0] as AnswerOf<Kind>;
  // The same ports, of which the types know nothing of each other.
  const nodePort = port as unknown as NodePort;
  while (true) {
    const rung = Atomics.load(bell, 0);
    const answer: ThreadAnswer | undefined = receiveMessageOnPort(nodePort)?.message;
    if (answer?.kind === "failure") throw new Error(answer.reason);
    if (answer?.kind === kind) return answer as AnswerOf<Kind>;
    if (answer !== undefined) kept.push(answer);
    else if (Atomics.wait(bell, 0, rung, MAX_WAIT_MS) === "timed-out") throw new Error(SILENT);
  }
}

const SILENT = "The thread that renders the site does not answer; run the build again";
