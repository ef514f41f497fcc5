import type { ColumnKind, Properties } from "#domain/resources/format/property.ts";
import type { PolicyList, PolicyView, Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

/** A field that is a column of the resource's table. */
export interface ColumnField {
  readonly type: "string" | "number" | "bool";
}

/** A field that is the list of one column over the related rows. */
export interface RelationField extends PolicyList {
  readonly type: "list";
}

/** A field of `resource` that a policy may read. */
export type ResourceField = ColumnField | RelationField;

/** The fields of one sort of resource, by name. */
export type ResourceFields = Readonly<Record<string, ResourceField>>;

type Resources = typeof resources;

/** The name of a sort of resource, as policies know it. */
export type ResourceName = {
  readonly [N in keyof Resources]: keyof Resources[N]["policies"] & string;
}[keyof Resources];

const fieldTypes: { readonly [K in ColumnKind]?: ColumnField["type"] } = {
  text: "string",
  longText: "string",
  integer: "number",
  time: "number",
  flag: "bool",
};

function fieldsOf(properties: Properties, { fields, lists = {} }: PolicyView): ResourceFields {
  const columns = Object.entries(properties).flatMap(([name, { facts }]): [string, ResourceField][] => {
    const type = fieldTypes[facts.kind];
    const isRead = fields === undefined ? facts.readByPolicies === true : fields.includes(name);
    return isRead && type !== undefined ? [[name, { type }]] : [];
  });
  const related = Object.entries(lists).map(([name, list]): [string, ResourceField] => [
    name,
    { type: "list", ...list },
  ]);
  return Object.fromEntries([...columns, ...related]);
}

/** Per sort of resource the fields that a policy may read, as `domain/resources` declares them. */
export const policyResources = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ properties, policies }) =>
    Object.entries(policies).map(([name, view]) => [name, fieldsOf(properties, view)]),
  ),
) as Readonly<Record<ResourceName, ResourceFields>>;

/** Resource whose rows each resource name of the policies stands for. */
export const policySources = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ name: source, policies }) =>
    Object.keys(policies).map((name) => [name, source]),
  ),
) as Readonly<Record<ResourceName, string>>;
