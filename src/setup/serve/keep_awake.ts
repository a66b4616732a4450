/** Keeps the process alive until it is disposed of; the clock's timers alone do not. */
export function keepAwake(): Disposable {
  const timer = setInterval(() => {}, 1_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
