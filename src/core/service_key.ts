/** The name of a service of type `T`, by which a handler asks for it. */
export interface ServiceKey<T> {
  readonly name: string;
  /** What is given while nobody provides it; undefined: somebody has to. */
  readonly absent?: T | undefined;
  /** Never set: it ties the key to its type. */
  readonly type?: T;
}

/** Makes the key of a service; `absent` stands for it where the add-on that provides it is not there. */
export function serviceKey<T>(name: string, absent?: T): ServiceKey<T> {
  return { name, absent };
}

/** Gives the service of a key. @throws {TypeError} if nobody provides it, and nothing stands for it */
export type Use = <T>(key: ServiceKey<T>) => T;

/** The services of a program, by their keys. */
export class Services {
  readonly #services = new Map<ServiceKey<unknown>, unknown>();

  /** Provides a service from now on. */
  provide<T>(key: ServiceKey<T>, service: T): this {
    this.#services.set(key, service);
    return this;
  }

  readonly use: Use = <T>(key: ServiceKey<T>): T => {
    const service = this.#services.get(key) ?? key.absent;
    if (service === undefined) throw new TypeError(`No service is called ${key.name}`);
    return service as T;
  };
}
