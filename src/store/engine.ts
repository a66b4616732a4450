import type { StoreEngine } from "../model/enums.ts";
import type { Kv } from "../platform/kv.ts";
import {
  type AddressForm,
  type DescribedSettings,
  schemeOf,
  type Settings,
} from "../platform/settings.ts";

/** What keeps stores at addresses of its own, besides the runtime's KV. */
export interface Engine extends AddressForm {
  readonly name: StoreEngine;
  /** What has to be as it should where a store cannot be opened, said after the reason. */
  readonly needs: string;
  /** How a store is copied and put back by its own means, said after what cannot be done. */
  readonly copying: string;
  /** Variables of the environment that it reads. */
  readonly settings?: DescribedSettings;
  /** The settings with the secret of `KV_PATH` in a variable of its own: addresses are in messages. */
  hideSecret(settings: Settings, address: string): Settings;
  /**
   * Opens the store at an address that it accepts.
   *
   * @throws {StoreError | StartError} where it cannot be opened, or `mustExist` and is not there
   */
  open(
    address: string,
    settings: Settings,
    options: { readonly mustExist: boolean },
  ): Promise<Kv>;
  /** Whether a process has the store at such an address open. @throws {StoreError} if it is out of reach */
  isInUse(address: string, settings: Settings): Promise<boolean>;
}

/** The engine of an address; undefined where the runtime's KV keeps the store. */
export function engineAt(
  address: string | undefined,
  engines: readonly Engine[],
): Engine | undefined {
  const scheme = address && schemeOf(address);
  return scheme ? engines.find(({ schemes }) => schemes.includes(scheme)) : undefined;
}
