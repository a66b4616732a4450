import { createRequire } from "node:module";

/**
 * Loads a module when it is first used, where the caller cannot wait for `import()`: compiling
 * content is synchronous. `from` is the caller's `import.meta.url`. Reading the module's file has to
 * be allowed.
 */
export function lazyModule<T>(path: string, from: string): () => T {
  return lazily(() => createRequire(from)(path) as T);
}

/** Makes something when it is first asked for. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
