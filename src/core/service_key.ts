/** The name of a service of type `T`, by which a handler asks for it. */
export interface ServiceKey<T> {
  readonly name: string;
  /** Whether it is `undefined` where nobody provides it. */
  readonly isOptional?: boolean;
  /** Never set: it ties the key to its type. */
  readonly type?: T;
}

/** Makes the key of a service. */
export function serviceKey<T>(name: string): ServiceKey<T> {
  return { name };
}

/** Makes the key of a service that an add-on provides: without the add-on, it is `undefined`. */
export function optionalKey<T>(name: string): ServiceKey<T | undefined> {
  return { name, isOptional: true };
}

/** Gives the service of a key. @throws {TypeError} if nobody provides it */
export type GetService = <T>(key: ServiceKey<T>) => T;

/** The services of a program, by their keys. */
export class ServiceTable {
  readonly #services = new Map<ServiceKey<unknown>, unknown>();

  /** Provides a service from now on. */
  provide<T>(key: ServiceKey<T>, service: T): this {
    this.#services.set(key, service);
    return this;
  }

  readonly get: GetService = <T>(key: ServiceKey<T>): T => {
    if (!this.#services.has(key) && !key.isOptional) {
      throw new TypeError(`No service is called ${key.name}`);
    }
    return this.#services.get(key) as T;
  };
}
