/** Runs tasks a few at a time. Each lane has its turn, however long another lane's line is. */
export interface FairQueue {
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
  /** Whether one more task of this lane may wait. */
  hasRoom(lane: string): boolean;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
}

export interface FairQueueOptions {
  /** Tasks that run at the same time, each of another lane. */
  readonly atOnce: number;
  /** Lanes that wait, and tasks that wait in each of them. */
  readonly maxLanes: number;
  readonly maxInLane: number;
}

/** Takes one task of each lane in turn, so that a task waits for as many others as there are lanes. */
export function createFairQueue({ atOnce, maxLanes, maxInLane }: FairQueueOptions): FairQueue {
  /** What starts each waiting task, by lane; the lane whose turn is next is first. */
  const lanes = new Map<string, (() => void)[]>();
  /** Lanes that have a task running: one at most, so that another lane finds a place at once. */
  const running = new Set<string>();

  function startNext(): void {
    while (running.size < atOnce) {
      const lane = lanes.keys().find((name) => !running.has(name));
      if (lane === undefined) return;
      const [start, ...rest] = lanes.get(lane)!;
      lanes.delete(lane);
      if (rest.length > 0) lanes.set(lane, rest);
      running.add(lane);
      start!();
    }
  }

  function turnOf(lane: string): Promise<void> {
    return new Promise((resolve) => {
      lanes.set(lane, [...lanes.get(lane) ?? [], resolve]);
      startNext();
    });
  }

  return {
    async run(lane, task) {
      await turnOf(lane);
      try {
        return await task();
      } finally {
        running.delete(lane);
        startNext();
      }
    },
    hasRoom(lane) {
      const line = lanes.get(lane);
      return line === undefined ? lanes.size < maxLanes : line.length < maxInLane;
    },
    get waiting() {
      return lanes.values().reduce((sum, line) => sum + line.length, 0);
    },
  };
}
