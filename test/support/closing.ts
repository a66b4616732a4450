/** The same thing, which is closed when the block ends: `using kv = closing(await openDenoKv(path))`. */
export function closing<T extends { close(): void }>(thing: T): T & Disposable {
  return Object.assign(thing, { [Symbol.dispose]: () => thing.close() });
}
