import type { ObjectRef } from "#connectors/contract/index.ts";
import type { Random } from "#domain/random.fixture.ts";

/** An object as it really is on a target of a world. */
export interface RealObject {
  readonly id: string;
  readonly type: "account" | "group";
  name: string;
  attributes: Record<string, readonly string[]>;
  enabled: boolean;
  /** Of a group: the ids of its members. */
  readonly members: Set<string>;
  /** The operation that made it; null = somebody else did. */
  readonly madeBy: string | null;
  /** All names that it has had. */
  readonly names: Set<string>;
}

/** Odd things that targets do, each as public reports tell of one. */
export const habits = [
  /** Calls are lost, some before and some after they have acted. */
  "losesAnswers",
  /** Whoever asks for a name that is not there gets another object. */
  "answersAnother",
  /** Whoever asks for a name gets one that begins with it. */
  "answersPrefixes",
  /** A new object is not shown at once to those who ask for it. */
  "showsLate",
  /** Texts are trimmed and written small. */
  "normalises",
  /** The mark of an operation cannot be kept with an object. */
  "keepsNoMark",
  /** The change of one attribute takes another one away. */
  "dropsOthers",
  /** A change is answered with the id of another object. */
  "answersOtherIds",
  /** A listing of one type is empty from one day on. */
  "listsNothing",
  /** A type is not named any more. */
  "forgetsType",
  /** Members of groups are not shown, and the connector knows it. */
  "hidesMembers",
  /** Pages are sent twice. */
  "repeatsPages",
  /** Totals count something else. */
  "miscounts",
  /** States are not told. */
  "tellsNoState",
  /** Something is said beside each answer. */
  "talks",
  /** Every other call is put off. */
  "isBusy",
] as const;

/** One of the odd things that targets do. */
export type Habit = (typeof habits)[number];

/** A target of a world: what is really there, and how it behaves. */
export class World {
  readonly id: string;
  readonly random: Random;
  readonly objects = new Map<string, RealObject>();
  readonly everMade = new Map<string, RealObject>();
  has: ReadonlySet<Habit>;
  /** Looks after which a new object is shown. */
  readonly #hiddenFor = new Map<string, number>();
  #made = 0;

  constructor(id: string, random: Random, has: ReadonlySet<Habit>) {
    this.id = id;
    this.random = random;
    this.has = has;
  }

  /** Makes an object; `madeBy` is the operation that has asked for it. */
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

  /** Writes attributes as the target does; an empty list takes one away. */
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

  /** The object of a reference as it really is. */
  real(type: string, { id, name }: ObjectRef): RealObject | undefined {
    if (id !== undefined) return this.objects.get(id);
    return this.#all(type).find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  /** The object that the target shows to whoever asks for a reference. */
  shown(type: string, ref: ObjectRef): RealObject | undefined {
    const real = this.real(type, ref);
    if (real !== undefined) return this.#isShown(real) ? real : undefined;
    if (ref.id !== undefined) return undefined;
    const others = this.#all(type);
    if (this.has.has("answersPrefixes")) return others.find(({ name }) => name.startsWith(ref.name));
    return this.has.has("answersAnother") ? others[0] : undefined;
  }

  /** All objects of a type, in the order of their making. */
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
