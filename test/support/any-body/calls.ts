import type { Random } from "#domain/random.fixture.ts";

import type { TestApi } from "../api.ts";
import type { Bodies } from "./bodies.ts";
import { freshOnes } from "./fresh.ts";
import type { BodyOperation, Metadata } from "./metadata.ts";
import { entityAt, type Places } from "./places.ts";
import { faultOf } from "./verdict.ts";

// Number of faults shown of each call, and characters of one fault.
const shownMax = 2;
const shownMaxCharacters = 1_500;
/** Bodies that are sent at most of an action that prepares a place for another one. */
const stepMax = 60;

/** Parts that the calls of one set need. */
export interface CallWorld {
  readonly api: TestApi;
  readonly metadata: Metadata;
  readonly random: Random;
  readonly bodies: Bodies;
  readonly places: Places;
  /** Every call of the set. */
  readonly operations: readonly BodyOperation[];
}

/** Calls with random bodies, at places that are ready for them. */
export class Calls {
  readonly #world: CallWorld;
  /** Action that makes a place ready for another action, by the name of the latter. */
  readonly #steps = new Map<string, BodyOperation>();
  /** Keys that calls returned at an entity, by its address. */
  readonly #told = new Map<string, string[]>();
  readonly #faults = new Map<string, string[]>();

  constructor(world: CallWorld) {
    this.#world = world;
  }

  /** Returns the faults of all answers. */
  faults(): readonly string[] {
    return [...this.#faults.values()].flat();
  }

  /** Sends `bodies` bodies of a call, and up to `luckMax` times as many until one is accepted. Returns true if one was. */
  async send(operation: BodyOperation, bodies: number, luckMax: number): Promise<boolean> {
    let taken = 0;
    for (let sent = 0; sent < bodies || (taken === 0 && sent < bodies * luckMax); sent += 1) {
      if (await this.#sendTo(operation, await this.#place(operation))) taken += 1;
    }
    return taken > 0;
  }

  async #place(operation: BodyOperation): Promise<string> {
    const { places, random } = this.#world;
    if ((await places.of(operation)).length === 0) await this.#makePlace(operation);
    const ready = await places.of(operation);
    if (ready.length === 0) throw new Error(`there is no place for ${operation.name}`);
    return random.pick(ready);
  }

  /** Makes a place for an action: adds a fresh entity and, if need be, takes other actions there until the service offers this one. */
  async #makePlace(operation: BodyOperation): Promise<void> {
    const { api, places, operations } = this.#world;
    const fresh = operation.kind === "action" ? freshOnes[operation.set] : undefined;
    if (fresh === undefined) return places.restore(operation);
    const isReady = async () => (await places.of(operation)).length > 0;
    await fresh(api);
    const others = operations.filter((one) => one.kind === "action" && one !== operation);
    for (const step of [this.#steps.get(operation.name) ?? [], others].flat()) {
      if (await isReady()) return;
      if ((await this.#take(step)) && (await isReady())) this.#steps.set(operation.name, step);
      // The action that was taken may have ended the entity.
      else await fresh(api);
    }
  }

  /** Sends bodies of an action until one is accepted. */
  async #take(step: BodyOperation): Promise<boolean> {
    const { places, random } = this.#world;
    for (let sent = 0; sent < stepMax; sent += 1) {
      const ready = await places.of(step);
      if (ready.length === 0) return false;
      if (await this.#sendTo(step, random.pick(ready))) return true;
    }
    return false;
  }

  /** Sends one body; returns true if it was accepted. */
  async #sendTo(operation: BodyOperation, path: string): Promise<boolean> {
    const { api, metadata, bodies, places } = this.#world;
    const entity = entityAt(path);
    const told = this.#told.get(entity) ?? [];
    const body = bodies.of(operation, told);
    const answer = await api.send(operation.method, path, { as: "root", body });
    const isTaken = answer.status < 300;
    const isForbidden = answer.status === 403 && answer.json.error.code === "FORBIDDEN";
    if (isForbidden || (operation.kind === "action" && answer.status === 409)) places.spend(operation, path);
    if (isTaken) places.renew(path);
    if (isTaken && typeof answer.json?.key === "string") this.#told.set(entity, [...told, answer.json.key]);
    const fault = isForbidden ? undefined : faultOf(metadata, operation, answer);
    if (fault !== undefined) this.#note(operation, `${fault} ← ${operation.method} ${path} ${JSON.stringify(body)}`);
    return isTaken;
  }

  #note({ name }: BodyOperation, fault: string): void {
    const noted = this.#faults.get(name) ?? [];
    if (noted.length < shownMax) this.#faults.set(name, [...noted, fault.slice(0, shownMaxCharacters)]);
  }
}
