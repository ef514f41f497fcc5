import type { JsonValue } from "../../json.ts";
import { ResourceProperty, type PropertyFacts } from "./property.ts";

/** Longest text in characters that an indexed column can hold on every database. */
const textSizeMax = 190;
/** Longest member of an enumeration in characters. */
const memberSizeMax = 20;

type Own<T> = ResourceProperty<T, "must", "never", "row">;
type Preset<T> = ResourceProperty<T, "may", "never", "row">;

function property<T>(facts: Omit<PropertyFacts, "home" | "writing" | "nullable">): Own<T> {
  return new ResourceProperty({ home: "row", writing: "never", nullable: false, ...facts }) as Own<T>;
}

/** Declares a short text that can be indexed. */
export const text = <T extends string = string>(size = textSizeMax): Own<T> =>
  property({ kind: "text", size, type: "Edm.String" });

/** Declares a text of any length. */
export const longText = (): Own<string> => property({ kind: "longText", type: "Edm.String" });

/** Declares a GUID: the key of a row, its own or another's. */
export const guid = (): Own<string> => property({ kind: "text", size: textSizeMax, type: "Edm.Guid" });

/** Declares one value of a closed list. */
export const oneOf = <const M extends string>(members: readonly M[], size = memberSizeMax): Own<M> =>
  property({ kind: "text", size, type: "Edm.String", members });

/** Declares a day, kept as a text. */
export const day = (): Own<string> => property({ kind: "text", size: "YYYY-MM-DD".length, type: "Edm.Date" });

/** Declares a whole number of 32 bits. */
export const integer = (): Own<number> => property({ kind: "integer", type: "Edm.Int32" });

/** Declares a whole number of 64 bits. */
export const bigInteger = (): Own<number> => property({ kind: "integer", wide: true, type: "Edm.Int64" });

/** Declares a time in milliseconds UTC. */
export const time = (): Own<number> => property({ kind: "time", type: "Edm.DateTimeOffset" });

/** Declares a value that is true or false. */
export function flag(): Own<boolean>;
export function flag(initial: boolean): Preset<boolean>;
export function flag(initial?: boolean): ResourceProperty<boolean, "must" | "may", "never", "row"> {
  const own = property<boolean>({ kind: "flag", type: "Edm.Boolean" });
  return initial === undefined ? own : own.initially(initial);
}

/** Declares a value of some structure, kept as JSON. */
export const json = <T = JsonValue>(): Own<T> => property({ kind: "json", type: null });

/** Declares a list of values, kept as JSON. */
export const list = <T>(item: ResourceProperty<T>): Own<readonly T[]> => {
  const { type, members, size, max = size } = item.facts;
  return property({
    kind: "json",
    type,
    collection: true,
    ...(members === undefined ? {} : { members }),
    ...(max === undefined ? {} : { itemMax: max }),
  });
};

/** Declares an encrypted secret (`Store.seal`): it goes in and never comes out, and the change log names it without showing it. */
export const sealed = (): ResourceProperty<string, "must", "never", "sealed"> =>
  new ResourceProperty({
    home: "sealed",
    writing: "never",
    nullable: false,
    kind: "sealed",
    type: "Edm.String",
  }) as ResourceProperty<string, "must", "never", "sealed">;
