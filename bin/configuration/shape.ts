import { type TextForm, textForms } from "./text-forms.ts";

/** Resources to which a property refers: one, or one for each value of a property beside it. */
export type Reference =
  | { readonly to: string; readonly by: "key" | "id" }
  | { readonly beside: string; readonly each: Readonly<Record<string, Reference>> };

/** Shape of a value in files: what may be written, and what is meant where nothing is. */
export interface Shape {
  /** `any` is plain data of whatever members. */
  readonly kind: "text" | "number" | "flag" | "scalar" | "members" | "any";
  readonly list?: true;
  /** True for a list whose order means nothing. */
  readonly unordered?: true;
  /** Member by which the items of a list are in order. */
  readonly sortedBy?: string;
  /** Form in which the service keeps a text. */
  readonly form?: TextForm;
  readonly nullable?: true;
  /** Value where a file names none; undefined if a file must name one. */
  readonly initial?: unknown;
  readonly choices?: readonly string[];
  readonly members?: Readonly<Record<string, Shape>>;
  /** Shape of members of whatever names. */
  readonly named?: Shape;
  readonly refersTo?: Reference;
  /** True for values of which a single one is the same as a list of it. */
  readonly single?: true;
  /** True for members of which none is the same as null. */
  readonly emptyIsNull?: true;
  /** True for a value that only a reference to a secret may give. */
  readonly secret?: true;
}

/** Plain data. */
export type Data = Readonly<Record<string, unknown>>;

/** Reports whether a value is plain data with members. */
export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether two plain values are equal; members have no order. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Returns the text of a plain value, the same for equal ones. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isData(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join()}}`;
}

/**
 * Returns the normal form of a value, in which it is compared and written: its members in the order of the shape, without those that have
 * their initial values, and lists without an order sorted.
 */
export function normalForm(shape: Shape, given: unknown): unknown {
  const value = oneForm(shape, given);
  if (shape.list && Array.isArray(value)) {
    const items = value.map((item: unknown) => normalForm(itemOf(shape), item));
    return inOrder(shape, items);
  }
  const { named: each, members } = shape;
  if (!isData(value)) return value;
  if (each !== undefined) return mapped(value, (member) => normalForm(each, member));
  return members === undefined ? value : normalMembers(members, value);
}

function inOrder({ unordered, sortedBy }: Shape, items: readonly unknown[]): readonly unknown[] {
  if (unordered) return items.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1));
  const numberOf = (item: unknown) => (isData(item) && sortedBy !== undefined ? Number(item[sortedBy]) : 0);
  return sortedBy === undefined ? items : items.toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** Returns a value in the one of its forms that is written: the API shows some in another one than they were given in. */
function oneForm({ list, single, emptyIsNull, form }: Shape, value: unknown): unknown {
  if (form !== undefined && typeof value === "string") return textForms[form](value);
  if (list && value === null) return [];
  if (single && Array.isArray(value) && value.length === 1) return value[0];
  return emptyIsNull && isData(value) && Object.keys(value).length === 0 ? null : value;
}

function normalMembers(members: Readonly<Record<string, Shape>>, value: Data): Data {
  const named = Object.entries(members).flatMap(([name, member]) => {
    if (!Object.hasOwn(value, name)) return [];
    const normal = normalForm(member, value[name]);
    return isInitial(member, normal) ? [] : [[name, normal] as const];
  });
  return Object.fromEntries(named);
}

/** Reports whether a value in normal form is the initial one. */
export function isInitial(shape: Shape, normal: unknown): boolean {
  if (shape.initial === undefined) return false;
  return (normal === null && shape.nullable === true) || isSame(normal, normalForm(shape, shape.initial));
}

/** Returns a value with everything that its normal form leaves out, as a change must name it. */
export function fullForm(shape: Shape, value: unknown): unknown {
  if (value === undefined) return shape.initial === undefined ? undefined : fullForm(shape, shape.initial);
  if (shape.list && Array.isArray(value)) return value.map((item: unknown) => fullForm(itemOf(shape), item));
  const { named: each } = shape;
  if (each !== undefined && isData(value)) return mapped(value, (member) => fullForm(each, member));
  if (shape.members === undefined || !isData(value)) return value;
  const named = Object.entries(shape.members).flatMap(([name, member]) => {
    const full = fullForm(member, value[name]);
    return full === undefined ? [] : [[name, full] as const];
  });
  return Object.fromEntries(named);
}

function mapped(value: Data, map: (member: unknown) => unknown): Data {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}

/** Returns the shape of the items of a list. */
export function itemOf(shape: Shape): Shape {
  const { list: _list, unordered: _unordered, sortedBy: _by, initial: _initial, nullable: _nullable, ...item } = shape;
  return item;
}

/** Returns a shape whose members have the values of plain data as their initial ones. */
export function withInitials(shape: Shape, initial: unknown): Shape {
  if (shape.members === undefined || !isData(initial)) return { ...shape, initial };
  const members = Object.entries(shape.members).map(([name, member]) => [name, withInitials(member, initial[name])]);
  return { ...shape, members: Object.fromEntries(members) as Record<string, Shape>, initial };
}
