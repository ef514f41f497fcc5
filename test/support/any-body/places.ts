import { ownClientId } from "#domain/identity/own-client.ts";

import type { TestApi } from "../api.ts";
import type { Observed } from "./bodies.ts";
import type { BodyOperation, Metadata } from "./metadata.ts";
import { addressOf } from "./observe.ts";

const offeredMax = 1_000;
/** Client with which the caller has signed in: a change there ends the session of the caller. */
const ofCaller = `/v2/clients('${ownClientId}')`;

/** Returns the part of an address before the name of an action. */
export function entityAt(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Addresses at which a call can succeed: neither the caller's permissions nor the state of the entity prevent it. */
export class Places {
  readonly #api: TestApi;
  readonly #metadata: Metadata;
  readonly #observed: Observed;
  readonly #known = new Map<string, readonly string[]>();
  readonly #spent = new Map<string, Set<string>>();

  constructor(api: TestApi, metadata: Metadata, observed: Observed) {
    this.#api = api;
    this.#metadata = metadata;
    this.#observed = observed;
  }

  /** Returns the addresses of a call that are left. */
  async of(operation: BodyOperation): Promise<readonly string[]> {
    const { name } = operation;
    const isLeft = (path: string) => this.#spent.get(name)?.has(path) !== true;
    const known = (this.#known.get(name) ?? []).filter(isLeft);
    if (known.length > 0) return known;
    const found = (await this.#find(operation)).filter((path) => isLeft(path) && !path.startsWith(ofCaller));
    this.#known.set(name, found);
    return found;
  }

  /** Removes an address from those of a call, because the call is refused there whatever its body. */
  spend({ name }: BodyOperation, path: string): void {
    this.#spent.set(name, (this.#spent.get(name) ?? new Set()).add(path));
  }

  /** Restores all addresses of a call. */
  restore({ name }: BodyOperation): void {
    this.#spent.delete(name);
  }

  /** Restores an entity for every action, because an action succeeded there. */
  renew(path: string): void {
    for (const spent of this.#spent.values()) {
      for (const place of spent) if (entityAt(place) === entityAt(path)) spent.delete(place);
    }
  }

  async #find({ set, navigation, ofOne, action }: BodyOperation): Promise<readonly string[]> {
    const { addresses } = this.#observed;
    if (action !== null && ofOne) {
      const offering = await this.#offering(set, action);
      return offering.map((address) => `/v2/${address}/${action}`);
    }
    const whole = navigation === null ? [set] : (addresses.get(set) ?? []).map((parent) => `${parent}/${navigation}`);
    const ones = addresses.get(navigation === null ? set : `${set}/${navigation}`) ?? [];
    return (ofOne ? ones : whole).map((address) => `/v2/${address}${action === null ? "" : `/${action}`}`);
  }

  /** Returns the entities of a set on which the service offers an action now. */
  async #offering(set: string, action: string): Promise<readonly string[]> {
    const type: string = this.#metadata.container[set].$Type;
    const name = `${this.#metadata.namespace}.${action}`;
    const path = `/v2/${set}?$select=${this.#metadata.key(type)},${name}&$top=${offeredMax}`;
    const { status, text, json } = await this.#api.send("GET", path, { as: "root" });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return (json.value as Record<string, unknown>[])
      .filter((entity) => (entity[`#${name}`] ?? null) !== null)
      .map((entity) => addressOf(this.#metadata, { address: set, type }, entity));
  }
}
