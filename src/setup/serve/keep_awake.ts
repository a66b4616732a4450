/** Keeps the process alive until `work` ends; the clock's timers alone do not. */
export async function keepAwake<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
