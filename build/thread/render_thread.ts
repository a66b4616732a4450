/**
 * This room renders the site and articles on another thread, while the compiler does the rest.
 *
 * @module
 */

import { type MessagePort as NodePort, receiveMessageOnPort } from "node:worker_threads";
import type { Job, ThreadAnswer, ThreadStart } from "./thread_messages.ts";

/** A thread that renders. It is started by the first that needs it. */
export interface RenderThread {
  /** Starts it ahead: it loads what it needs, and compresses what every site has. */
  start(): void;
  post(job: Job): void;
  /**
   * Waits for its next answer.
   *
   * @throws {Error} if a job has failed there, or it does not answer for {@linkcode MAX_WAIT_MS}
   */
  next(): ThreadAnswer;
  /** Ends it; whoever needs it later starts another one. */
  end(): void;
}

const LIBRARIES: Job = { kind: "libraries" };

/** Far above what any job takes (ms). */
const MAX_WAIT_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Counts the answers that were posted. */
  readonly bell: Int32Array<SharedArrayBuffer>;
}

export function createRenderThread(): RenderThread {
  let running: Running | undefined;
  const ensure = () => running ??= startWorker();
  return {
    start: () => ensure().port.postMessage(LIBRARIES),
    post: (job) => ensure().port.postMessage(job),
    next: () => nextAnswer(ensure()),
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
  return { worker, port: port1, bell };
}

/** The compiler has nothing else to do meanwhile: it waits without events. */
function nextAnswer({ port, bell }: Running): ThreadAnswer {
  // The same ports, of which the types know nothing of each other.
  const nodePort = port as unknown as NodePort;
  while (true) {
    const rung = Atomics.load(bell, 0);
    const answer: ThreadAnswer | undefined = receiveMessageOnPort(nodePort)?.message;
    if (answer?.kind === "failure") throw new Error(answer.reason);
    if (answer !== undefined) return answer;
    if (Atomics.wait(bell, 0, rung, MAX_WAIT_MS) === "timed-out") throw new Error(SILENT);
  }
}

const SILENT = "The thread that renders the site does not answer; run the build again";
