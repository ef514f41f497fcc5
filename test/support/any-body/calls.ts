import type { Random } from "#domain/random.fixture.ts";

import type { TestApi } from "../api.ts";
import type { Bodies } from "./bodies.ts";
import { freshOnes } from "./fresh.ts";
import type { BodyOperation, Metadata } from "./metadata.ts";
import { entityAt, type Places } from "./places.ts";
import { faultOf } from "./verdict.ts";

// Faults of each call, and the letters of one.
const shownMax = 2;
const shownMaxCharacters = 1_500;
/** Bodies of an action that are sent at most where it is to make ready for another one. */
const stepMax = 60;

/** What calls of one set are made with. */
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
  /** By the name of an action: the action that makes a place ready for it. */
  readonly #steps = new Map<string, BodyOperation>();
  /** By the address of an entity: the keys that calls have answered there. */
  readonly #told = new Map<string, string[]>();
  readonly #faults = new Map<string, string[]>();

  constructor(world: CallWorld) {
    this.#world = world;
  }

  /** What was wrong with answers. */
  faults(): readonly string[] {
    return [...this.#faults.values()].flat();
  }

  /** Sends so many bodies of a call, and up to `luckMax` times as many where none of these was taken; whether one was. */
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

  /** Makes a place for an action: a fresh one, and if need be takes another action there, whichever has it offered then. */
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
      // What was taken may have been the end of it.
      else await fresh(api);
    }
  }

  /** Sends bodies of an action until one is taken. */
  async #take(step: BodyOperation): Promise<boolean> {
    const { places, random } = this.#world;
    for (let sent = 0; sent < stepMax; sent += 1) {
      const ready = await places.of(step);
      if (ready.length === 0) return false;
      if (await this.#sendTo(step, random.pick(ready))) return true;
    }
    return false;
  }

  /** Sends one body; whether it was taken. */
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
