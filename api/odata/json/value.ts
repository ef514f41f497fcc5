import { momentText } from "#platform/moment-text.ts";

import type { ShownProperty } from "../bind/bound-read.ts";
import { memoized } from "../memoized.ts";
import type { Model } from "../model/model.ts";
import { isReadByName, propertiesOf } from "../model/types.ts";
import type { JsonFormat } from "../negotiate.ts";
import type { EdmType, Property, SourceRow, StructuredType } from "../structured-type.ts";

/** Form of written values, independent of their place. */
export interface ValueWriting extends Pick<JsonFormat, "metadata" | "ieee754"> {
  readonly model: Pick<Model, "qualified">;
}

/** Returns the properties of a type that an answer shows by default. */
export const wholeType = memoized((type: StructuredType): readonly ShownProperty[] =>
  Object.entries(propertiesOf(type))
    .filter(([, property]) => property.access !== "write" && !isReadByName(property))
    .map(([name, property]): ShownProperty => ({ name, property, parts: null })),
);

/** Writes properties of a row beside what is written already. */
export function writeProperties(
  out: Record<string, unknown>,
  shown: readonly ShownProperty[],
  row: SourceRow,
  writing: ValueWriting,
): void {
  if (writing.metadata === "full") return writeAnnotated(out, shown, row, writing);
  for (const { name, from, shown: item } of columnsOf(shown)) {
    out[name] =
      from === null
        ? writeValue(item.property, valueOf(name, item.property, row), writing, item.parts)
        : (row[from] ?? null);
  }
}

function writeAnnotated(
  out: Record<string, unknown>,
  shown: readonly ShownProperty[],
  row: SourceRow,
  writing: ValueWriting,
): void {
  for (const { name, property, parts } of shown) {
    const value = valueOf(name, property, row);
    const type = typeAnnotation(property, value, writing);
    if (type !== null) out[`${name}@odata.type`] = type;
    out[name] = writeValue(property, value, writing, parts);
  }
}

/** A property and the column whose values are written as they are; null if values must be converted. */
interface ShownColumn {
  readonly name: string;
  readonly from: string | null;
  readonly shown: ShownProperty;
}

const asTheyAre: ReadonlySet<unknown> = new Set<EdmType>([
  "Edm.String",
  "Edm.Boolean",
  "Edm.Int32",
  "Edm.Double",
  "Edm.Guid",
]);

const columnsOf = memoized((all: readonly ShownProperty[]): readonly ShownColumn[] =>
  all.map((shown) => {
    const { name, property } = shown;
    const isPlain = property.from === undefined && !property.collection && asTheyAre.has(property.type);
    return { name, from: isPlain ? (property.column ?? name) : null, shown };
  }),
);

/** Returns the value of a property in a row, as the service keeps it. */
export function valueOf(name: string, property: Property, row: SourceRow): unknown {
  return (property.from ? property.from(row) : row[property.column ?? name]) ?? null;
}

/** Returns a value in its JSON form. */
export function writeValue(
  property: Property,
  value: unknown,
  writing: ValueWriting,
  parts: readonly ShownProperty[] | null = null,
): unknown {
  if (value === null || value === undefined) return property.collection ? [] : null;
  if (property.collection && Array.isArray(value)) {
    const { type } = property;
    return value.map((part: unknown) => writeValue({ type }, part, writing, parts));
  }
  if (typeof property.type === "object") return writeComplex(property.type, value as SourceRow, writing, parts);
  return writePrimitive(property.type, value, writing);
}

function writePrimitive(type: EdmType, value: unknown, { ieee754 }: ValueWriting): unknown {
  if (type === "Edm.DateTimeOffset") return momentText(value as number);
  const isLarge = type === "Edm.Int64" || type === "Edm.Decimal";
  return isLarge && ieee754 && typeof value === "number" ? String(value) : value;
}

function writeComplex(
  type: StructuredType,
  value: SourceRow,
  writing: ValueWriting,
  parts: readonly ShownProperty[] | null,
): unknown {
  const out: Record<string, unknown> = {};
  if (writing.metadata === "full") out["@odata.type"] = `#${writing.model.qualified(type)}`;
  if (type.open && parts === null) Object.assign(out, value);
  writeProperties(out, parts ?? wholeType(type), value, writing);
  return out;
}

// JSON itself shows that a value is a text or a truth value, so these need no type.
function typeAnnotation({ type, collection }: Property, value: unknown, { model }: ValueWriting): string | null {
  if (value === null) return null;
  const name = typeof type === "string" ? type.replace("Edm.", "") : model.qualified(type);
  if (collection) return `#Collection(${name})`;
  if (typeof type === "object" || name === "String" || name === "Boolean" || name === "PrimitiveType") return null;
  return `#${name}`;
}
