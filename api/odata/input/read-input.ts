import { Secret } from "#connectors/contract/index.ts";
import { isCalendarDay } from "#domain/calendar-day.ts";
import { ServiceError } from "#domain/errors.ts";

import type { EntitySet } from "../entity-set.ts";
import { propertyNamed } from "../model/types.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { annotationIn, type Annotation, readDynamic } from "./annotations.ts";
import { type BindingRoom, boundKey, isFixed, referenceIn } from "./bound-keys.ts";
import { checkPropertyType, checkType } from "./named-types.ts";
import { unfit } from "./unfit.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/i;

/** Length of the day with which a moment begins. */
const dayCharacters = 10;

const largeNumbers: ReadonlySet<unknown> = new Set(["Edm.Int64", "Edm.Decimal"]);

/** Context in which a body is read. */
export interface ReadingInput extends BindingRoom {
  /** Type of the described entity, with the parameters beside its properties. */
  readonly type: StructuredType;
  /** Type of the new entity, if the set has entities of several types. */
  readonly made?: StructuredType;
  /** True if large and decimal numbers are texts (IEEE754Compatible). */
  readonly numbersAsTexts: boolean;
}

/** Input that a body gives. */
export interface InputRead {
  readonly input: Record<string, unknown>;
  /** True if the body carries the entity's key or other fixed properties: it is the entity as it was read. */
  readonly asRead: boolean;
  /** Name under which the body gives each field. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Turns a JSON body into the input of an operation: moments become milliseconds, write-only texts Secrets, references
 * keys. Leaves out read-only properties, as OData demands (part 1, 11.4.2 and 11.4.3), and annotations that change
 * nothing. Invalid values stay as they are, because only the operation may judge them: after the policies.
 * @throws INPUT_INVALID for a type or a reference that is named and cannot be meant
 */
export function readInput(body: unknown, reading: ReadingInput): InputRead {
  const { type, set, purpose } = reading;
  // Gathered as entries, so that a field named like a part of every object is a field like any other.
  const entries: Entry[] = [];
  const references: Entry[] = [];
  // Under which name each field was given.
  const names = new Map<string, string>();
  let asRead = false;
  const { model, numbersAsTexts } = reading;
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    const annotation = annotationIn(name);
    if (annotation !== null) {
      checkAnnotation(annotation, value, { ...reading, declared: declaredType(reading), path: "" });
      if (annotation.term === "bind") references.push([annotation.of, value]);
      continue;
    }
    const property = propertyNamed(type, name);
    if (property !== undefined && isFixed(name, property, reading)) asRead ||= purpose === "change";
    else if (property === undefined && referenceIn(value, name, set) !== undefined) references.push([name, value]);
    else
      entries.push([fieldOf(name, property, names), readValue(property, value, { model, numbersAsTexts, path: name })]);
  }
  for (const reference of references) entries.push(boundEntry(reference, entries, reading));
  return { input: Object.fromEntries(entries), asRead, names };
}

/** Returns the field that a property sets; no other property of the body may set it too. */
function fieldOf(name: string, property: Property | undefined, names: Map<string, string>): string {
  const field = property?.field ?? name;
  const other = names.get(field);
  if (other !== undefined) throw unfit(name, `says the same as '${other}'. Give one of the two.`);
  names.set(field, name);
  return field;
}

type Entry = readonly [name: string, value: unknown];

function boundEntry([name, value]: Entry, entries: readonly Entry[], reading: ReadingInput): Entry {
  const { property, key } = boundKey(name, value, reading);
  const given = entries.find(([other]) => other === property);
  if (given === undefined || given[1] === key) return [property, key];
  throw unfit(name, `says something else than '${property}'. Give one of the two.`);
}

/** Puts the keys of the address into an input. A field of the body must not replace them. */
export function withKeys(
  input: Record<string, unknown>,
  keys: Readonly<Record<string, string | boolean>>,
): Record<string, unknown> {
  const clash = Object.keys(keys).find((name) => Object.hasOwn(input, name));
  if (clash !== undefined) {
    throw new ServiceError("FIELD_UNKNOWN", {
      message: `'${clash}' stands in the address, not in the body.`,
      target: clash,
    });
  }
  return { ...input, ...keys };
}

interface InputPosition extends Pick<ReadingInput, "model" | "numbersAsTexts"> {
  readonly path: string;
}

function readValue(property: Property | undefined, value: unknown, place: InputPosition): unknown {
  if (property === undefined) return readDynamic(value, place);
  const { type, access, collection } = property;
  if (access === "write") return typeof value === "string" ? new Secret(value) : value;
  if (collection) {
    if (!Array.isArray(value)) return value;
    return value.map((part: unknown, index) => readValue({ type }, part, { ...place, path: `${place.path}.${index}` }));
  }
  return typeof type === "string" ? readPrimitive(type, value, place) : readComplex(type, value, place);
}

function readPrimitive(type: string, value: unknown, place: InputPosition): unknown {
  const isNumber = place.numbersAsTexts && largeNumbers.has(type) && typeof value === "string";
  if (isNumber && /^-?\d{1,30}(\.\d{1,30})?$/.test(value)) return Number(value);
  if (type === "Edm.PrimitiveType") return readDynamic(value, place);
  return type === "Edm.DateTimeOffset" ? momentMs(value) : value;
}

/** Returns the type of the entity that an input describes, or of the parameters that it holds. */
function declaredType({ made, set, type }: ReadingInput): StructuredType {
  return made ?? set?.type ?? type;
}

/** Returns the types that a body may name instead; an entity of a given type has no others. */
function derivedTypes({ made, set }: Annotated) {
  return made === undefined ? (set?.derived ?? []) : [];
}

/** Returns a moment in milliseconds. Any other value stays as it is, and the operation judges it. */
export function momentMs(value: unknown): unknown {
  // Milliseconds are the internal form; in a body they are as wrong as any other number.
  if (typeof value === "number") return String(value);
  const isMoment = typeof value === "string" && moment.test(value) && isCalendarDay(value.slice(0, dayCharacters));
  const ms = isMoment ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? value : ms;
}

function readComplex(type: StructuredType, value: unknown, place: InputPosition): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const read: [name: string, value: unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    const path = `${place.path}.${name}`;
    const annotation = annotationIn(name);
    const property = propertyNamed(type, name);
    if (annotation !== null) checkAnnotation(annotation, part, { ...place, type, declared: type, path });
    // An entity that is sent along may carry what only the service writes, like the one around it.
    else if (property?.access !== "read") read.push([name, readValue(property, part, { ...place, path })]);
  }
  return Object.fromEntries(read);
}

interface Annotated extends InputPosition, Pick<ReadingInput, "made"> {
  readonly type: StructuredType;
  /** The type that the value itself has. */
  readonly declared: StructuredType;
  readonly set?: EntitySet | null;
}

function checkAnnotation({ of, term, name }: Annotation, value: unknown, at: Annotated): void {
  const target = at.set === undefined ? at.path : name;
  if (term === "delta" || term === "removed") {
    throw unfit(target, "is not supported here. Change related entities by addresses of their own.");
  }
  if (term === "bind" && !at.set) throw unfit(target, "means nothing here: this is no entity. Give the key.");
  if (term !== "type") return;
  // The parameters of an action together have no type.
  if (of === "" && at.set === null) return;
  if (of === "") return checkType(value, { ...at, allowed: derivedTypes(at), target });
  checkPropertyType(value, { model: at.model, property: propertyNamed(at.type, of), target });
}
