import type { ObjectRef, Secret } from "#connectors/contract/index.ts";

interface Setting {
  readonly id: string;
  readonly dn: string;
}

/**
 * DNs at which a session has set passwords, each kept as long as its `Secret` is held. A password that was given to this account
 * alone identifies it: if the password opens the entry at the DN, no read is needed.
 */
export class SetPasswords {
  readonly #settings = new WeakMap<Secret, Setting>();

  /** Records that an account at a DN has accepted a password. */
  add(password: Secret, { id }: ObjectRef, dn: string): void {
    if (id !== undefined) this.#settings.set(password, { id, dn });
  }

  /** Returns the DN at which the account accepted this very password; undefined if it was not set in this session. */
  placeOf(password: Secret, { id }: ObjectRef): string | undefined {
    const setting = this.#settings.get(password);
    return setting !== undefined && setting.id === id ? setting.dn : undefined;
  }
}
