import type { ObjectRef } from "#connectors/contract/index.ts";
import type { Random } from "#domain/random.fixture.ts";

/** An object as it really is on a target of a world. */
export interface RealObject {
  readonly id: string;
  readonly type: "account" | "group";
  name: string;
  attributes: Record<string, readonly string[]>;
  enabled: boolean;
  /** IDs of the members; empty for an account. */
  readonly members: Set<string>;
  /** Operation that made it; null if something else did. */
  readonly madeBy: string | null;
  /** All names that it has had. */
  readonly names: Set<string>;
}

/** Odd behavior of targets, each described by public reports. */
export const habits = [
  /** Calls are lost, some before and some after they have acted. */
  "losesAnswers",
  /** A search for a name that does not exist returns another object. */
  "answersAnother",
  /** A search for a name returns an object whose name begins with it. */
  "answersPrefixes",
  /** A new object is not shown at once. */
  "showsLate",
  /** Texts are trimmed and written in lower case. */
  "normalises",
  /** The mark of an operation cannot be kept with an object. */
  "keepsNoMark",
  /** The change of one attribute removes another one. */
  "dropsOthers",
  /** A change is answered with the ID of another object. */
  "answersOtherIds",
  /** A listing of one type is empty from a certain day on. */
  "listsNothing",
  /** A type is no longer named. */
  "forgetsType",
  /** Members of groups are not shown, and the connector knows it. */
  "hidesMembers",
  /** Pages are sent twice. */
  "repeatsPages",
  /** Totals count something else. */
  "miscounts",
  /** States are not shown. */
  "tellsNoState",
  /** Each answer comes with a notice. */
  "talks",
  /** Every other call is rejected as busy. */
  "isBusy",
] as const;

/** One kind of odd behavior of targets. */
export type Habit = (typeof habits)[number];

/** A target of a world: the objects that it really has, and its behavior. */
export class World {
  readonly id: string;
  readonly random: Random;
  readonly objects = new Map<string, RealObject>();
  readonly everMade = new Map<string, RealObject>();
  has: ReadonlySet<Habit>;
  /** Number of reads after which a new object is shown. */
  readonly #hiddenFor = new Map<string, number>();
  #made = 0;

  constructor(id: string, random: Random, has: ReadonlySet<Habit>) {
    this.id = id;
    this.random = random;
    this.has = has;
  }

  /** Makes an object; `madeBy` is the operation that requested it. */
  make(
    type: RealObject["type"],
    name: string,
    { attributes = {}, madeBy = null }: Partial<Pick<RealObject, "attributes" | "madeBy">> = {},
  ): RealObject {
    const id = `${this.id}-${++this.#made}`;
    const own = this.#written(name);
    const made: RealObject = {
      id,
      type,
      name: own,
      madeBy,
      enabled: true,
      members: new Set<string>(),
      names: new Set([own]),
      attributes: {},
    };
    this.write(made, attributes);
    this.objects.set(id, made);
    this.everMade.set(id, made);
    if (madeBy !== null && this.has.has("showsLate")) this.#hiddenFor.set(id, 2);
    return made;
  }

  /** Writes attributes as the target does; an empty list removes one. */
  write(object: RealObject, attributes: Readonly<Record<string, readonly string[]>>): void {
    const others = Object.keys(object.attributes).filter((name) => !(name in attributes));
    const [dropped] = this.has.has("dropsOthers") ? others : [];
    const next = { ...object.attributes };
    if (dropped !== undefined) delete next[dropped];
    for (const [name, values] of Object.entries(attributes)) {
      if (values.length === 0) delete next[name];
      else next[name] = values.map((value) => this.#written(value));
    }
    object.attributes = next;
  }

  rename(object: RealObject, name: string): void {
    object.name = this.#written(name);
    object.names.add(object.name);
  }

  /** Returns the real object of a reference. */
  real(type: string, { id, name }: ObjectRef): RealObject | undefined {
    if (id !== undefined) return this.objects.get(id);
    return this.#all(type).find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  /** Returns the object that the target shows for a reference. */
  shown(type: string, ref: ObjectRef): RealObject | undefined {
    const real = this.real(type, ref);
    if (real !== undefined) return this.#isShown(real) ? real : undefined;
    if (ref.id !== undefined) return undefined;
    const others = this.#all(type);
    if (this.has.has("answersPrefixes")) return others.find(({ name }) => name.startsWith(ref.name));
    return this.has.has("answersAnother") ? others[0] : undefined;
  }

  /** Returns all objects of a type in the order of their creation. */
  all(type: string): readonly RealObject[] {
    return this.has.has("listsNothing") ? [] : this.#all(type);
  }

  #all(type: string): readonly RealObject[] {
    return [...this.objects.values()].filter((one) => one.type === type);
  }

  #isShown({ id }: RealObject): boolean {
    const left = this.#hiddenFor.get(id) ?? 0;
    if (left === 0 || !this.has.has("showsLate")) return true;
    this.#hiddenFor.set(id, left - 1);
    return false;
  }

  #written(text: string): string {
    return this.has.has("normalises") ? text.trim().toLowerCase() : text;
  }
}
