/**
 * This room renders the site and articles on another thread, while the compiler does the rest.
 *
 * @module
 */

import type { Jobs } from "./jobs.ts";

/** A thread that renders. The first job starts it. */
export interface RenderThread {
  /**
   * Does a job there.
   *
   * @throws {Error} if the job fails there
   */
  ask<Job extends keyof Jobs>(job: Job, ...source: Parameters<Jobs[Job]>): Promise<Made<Job>>;
  /** Ends it, and leaves its jobs undone; a later job starts another one. */
  end(): void;
}

type Made<Job extends keyof Jobs> = Awaited<ReturnType<Jobs[Job]>>;

/** A job, as it is posted to the thread. */
export interface Question {
  readonly id: number;
  readonly job: keyof Jobs;
  readonly source: unknown;
}

/** What the thread posts back: what it has made, or why it could not. */
export interface Answer {
  readonly id: number;
  made?: unknown;
  failure?: string;
}

/** Creates the thread; nothing is shared with it. */
export function createRenderThread(): RenderThread {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  return {
    ask(job, source?) {
      worker ??= start();
      const waiter = Promise.withResolvers<unknown>();
      // A build that fails does not wait for it.
      waiter.promise.catch(() => {});
      const question: Question = { id: ++asked, job, source };
      waiting.set(question.id, waiter);
      worker.postMessage(question);
      return waiter.promise as Promise<Made<typeof job>>;
    },
    end() {
      worker?.terminate();
      worker = undefined;
      waiting.clear();
    },
  };

  function start(): Worker {
    const started = new Worker(new URL("./thread_script.ts", import.meta.url), { type: "module" });
    started.onmessage = ({ data: { id, made, failure } }: MessageEvent<Answer>) => {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (failure === undefined) waiter?.resolve(made);
      else waiter?.reject(new Error(failure));
    };
    started.onerror = (event) => {
      event.preventDefault();
      for (const waiter of waiting.values()) waiter.reject(new Error(event.message));
      waiting.clear();
    };
    return started;
  }
}
