/** The requests that are being answered. Only those are counted whose answer has to be waited for. */
export interface OpenRequests {
  /** Counts a request until its answer is there. */
  add(answer: Promise<unknown>): void;
  /** Resolves when all that are open now have their answer; requests that come later are not awaited. */
  settled(): Promise<void>;
}

/** The requests since somebody last waited. */
interface Generation {
  open: number;
  emptied: (() => void) | undefined;
}

export function createOpenRequests(): OpenRequests {
  let current: Generation = { open: 0, emptied: undefined };

  return {
    add(answer) {
      const generation = current;
      generation.open++;
      const end = () => {
        if (--generation.open === 0) generation.emptied?.();
      };
      answer.then(end, end);
    },
    settled() {
      const past = current;
      current = { open: 0, emptied: undefined };
      if (past.open === 0) return Promise.resolve();
      return new Promise((resolve) => past.emptied = resolve);
    },
  };
}
