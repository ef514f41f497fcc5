import type { Property, SourceRow, StructuredType } from "../odata/structured-type.ts";

const scalars = ["Edm.String", "Edm.Boolean", "Edm.Double"];

/** Values of a form by the names of its fields. */
export const formType: StructuredType = { name: "FormValues", properties: {}, open: true, dynamicTypes: scalars };

const attributeData: Property = {
  type: {
    name: "AttributeData",
    properties: { value: { type: "Edm.String", column: "value", description: "The value as a text." } },
  },
  from: (row) => row,
};

/** Attributes of an account or a group, a row per value; each value is in an object of its own. */
export const attributeRows = { properties: { data: attributeData } };

/** Attributes by their names on the target. */
export const attributesType: StructuredType = {
  name: "TargetAttributes",
  properties: {},
  open: true,
  dynamicTypes: scalars.flatMap((type) => [type, `Collection(${type})`]),
};

/** All attributes of an account or a group, as they are read and written; each is a row of the navigation `attributes` too. */
export const attributeValues: Partial<Property> = {
  type: attributesType,
  field: "attributes",
  gathers: { navigation: "attributes", value: valuesByName },
};

/** The body's alias of the property; it has the name of the navigation. */
export const targetAttributes: StructuredType["properties"] = {
  attributes: { type: attributesType, nullable: true, description: "The same as attributeValues." },
};

function valuesByName(rows: readonly SourceRow[]): Readonly<Record<string, readonly unknown[]>> {
  const inOrder = rows.toSorted((one, other) => Number(one["sequence"]) - Number(other["sequence"]));
  const byName = Map.groupBy(inOrder, ({ name }) => String(name));
  return Object.fromEntries([...byName].map(([name, same]) => [name, same.map(({ value }) => value)]));
}
