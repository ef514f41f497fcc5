import type { ObjectRef, Secret } from "#connectors/contract/index.ts";

interface Setting {
  readonly id: string;
  readonly dn: string;
}

/**
 * Where a session has set passwords, each known for as long as somebody holds it. What opens the entry there by a password that
 * was given to this account and to nobody else is this account, so that nobody has to look.
 */
export class SetPasswords {
  readonly #settings = new WeakMap<Secret, Setting>();

  /** Keeps that an account, which was at a DN, has taken a password. */
  add(password: Secret, { id }: ObjectRef, dn: string): void {
    if (id !== undefined) this.#settings.set(password, { id, dn });
  }

  /** Where the account was when it took this very password; undefined = nobody has set it here. */
  placeOf(password: Secret, { id }: ObjectRef): string | undefined {
    const setting = this.#settings.get(password);
    return setting !== undefined && setting.id === id ? setting.dn : undefined;
  }
}
