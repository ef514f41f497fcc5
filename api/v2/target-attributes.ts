import type { Property, SourceRow, StructuredType } from "../odata/structured-type.ts";

const scalars = ["Edm.String", "Edm.Boolean", "Edm.Double"];

/** Attributes by their names on the target. */
export const attributesType: StructuredType = {
  name: "TargetAttributes",
  properties: {},
  open: true,
  dynamicTypes: scalars.flatMap((type) => [type, `Collection(${type})`]),
};

/** The attributes of an account or a group together, as they are read and written; each is a row of the navigation `attributes` too. */
export const attributeValues: Property = {
  type: attributesType,
  nullable: true,
  field: "attributes",
  gathers: { navigation: "attributes", value: valuesByName },
  description:
    "The attributes on the target by their names, each a value or a list; lists come out. Given where $select names it; in a PATCH those that are not named stay, and null leaves all as they are.",
};

/** The same in a body under its first name, which is that of the navigation. */
export const targetAttributes: StructuredType["properties"] = {
  attributes: { type: attributesType, nullable: true, description: "The same as attributeValues." },
};

function valuesByName(rows: readonly SourceRow[]): Readonly<Record<string, readonly unknown[]>> {
  const inOrder = rows.toSorted((one, other) => Number(one["sequence"]) - Number(other["sequence"]));
  const byName = Map.groupBy(inOrder, ({ name }) => String(name));
  return Object.fromEntries([...byName].map(([name, same]) => [name, same.map(({ value }) => value)]));
}
