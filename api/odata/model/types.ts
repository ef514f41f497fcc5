import type { ValueType } from "#domain/query/bound-query.ts";

import { memoized } from "../memoized.ts";
import type { EdmType, Property, StructuredType } from "../structured-type.ts";

const valueTypes: Readonly<Record<EdmType, ValueType | null>> = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.Int32": "integer",
  "Edm.Int64": "integer",
  "Edm.Decimal": "decimal",
  "Edm.Double": "decimal",
  "Edm.Guid": "guid",
  "Edm.DateTimeOffset": "moment",
  "Edm.Date": "date",
  "Edm.TimeOfDay": "timeOfDay",
  "Edm.Duration": "duration",
  "Edm.PrimitiveType": null,
};

/** Returns the properties of a type with those of its base types, which come first. */
export const propertiesOf = memoized(({ base, properties }: StructuredType): Readonly<Record<string, Property>> =>
  base === undefined ? properties : { ...propertiesOf(base), ...properties },
);

/** Returns the names of the properties that the set's attachment adds after each read. */
export const attachedNames = memoized((type: StructuredType): readonly string[] =>
  Object.entries(propertiesOf(type)).flatMap(([name, { attached, byName }]) => (attached && !byName ? [name] : [])),
);

/** Finds a property by its exact name. */
export function propertyNamed(type: StructuredType, name: string): Property | undefined {
  const properties = propertiesOf(type);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Reports whether a type is another one or derived from it. */
export function isDerivedFrom(type: StructuredType, ancestor: StructuredType): boolean {
  return type === ancestor || (type.base !== undefined && isDerivedFrom(type.base, ancestor));
}

/** Returns the type of a property's values in expressions; null if they cannot stand in one. */
export function valueTypeOf(property: Property): ValueType | null {
  return property.collection === undefined && typeof property.type === "string" ? valueTypes[property.type] : null;
}

/** Returns the column that holds a property's value as it is; null if no single column does. `nested` means a part of a complex value. */
export function columnOf(name: string, property: Property, nested = false): string | null {
  if (property.attached || property.access === "write" || isReadByName(property)) return null;
  if (property.column !== undefined) return property.column;
  return property.from !== undefined || nested ? null : name;
}

/** Reports whether the property costs more than its row, so that only a caller that names it gets it. */
export function isReadByName({ gathers, condition, byName }: Property): boolean {
  return gathers !== undefined || condition !== undefined || byName === true;
}

/** Reports whether an expression may name the property. */
export function isFilterable(name: string, property: Property, nested = false): boolean {
  if (property.filterable === false || valueTypeOf(property) === null) return false;
  const isReckoned = property.cases !== undefined || property.condition !== undefined;
  return isReckoned || columnOf(name, property, nested) !== null;
}

/** Reports whether an order may name the property, as far as its type goes. */
export function isSortable(name: string, property: Property, nested = false): boolean {
  if (property.sortable === false || property.cases !== undefined || property.condition !== undefined) return false;
  return isFilterable(name, property, nested);
}

/** Returns the columns that must be read to write a property. */
export function columnsNeeded(name: string, property: Property): readonly string[] {
  if (property.attached || property.byName) return property.needs ?? [];
  if (property.access === "write" || isReadByName(property)) return [];
  if (property.needs !== undefined) return property.needs;
  if (property.from === undefined || property.column !== undefined) return [property.column ?? name];
  return typeof property.type === "object" ? partColumns(property.type) : [];
}

// A complex value that is composed of the row's own columns: `error` from errorCode and errorMessage.
function partColumns(type: StructuredType): readonly string[] {
  return Object.entries(propertiesOf(type)).flatMap(([name, part]) =>
    part.column === undefined && part.needs === undefined ? [] : columnsNeeded(name, part),
  );
}
