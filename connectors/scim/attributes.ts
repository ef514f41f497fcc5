import { coreSchemas, type SchemaAttribute } from "./core-schemas.ts";
import { booleanOf, itemsOf, member, type ScimResource, textOf } from "./json.ts";
import type { ScimAttribute } from "./service-model.ts";

const types = ["string", "boolean", "decimal", "integer", "dateTime", "binary", "reference", "complex"];
// Contacts of a person, one of them preferred; for a role, being first would be more than an order.
const contacts = ["emails", "phonenumbers", "ims", "photos"];

/** Returns true if two schema URIs are equal, case-insensitive. */
export const isSameSchema = (one: unknown, other: string): boolean =>
  typeof one === "string" && one.toLowerCase() === other.toLowerCase();

/**
 * Returns the attributes of a schema as the service shows it; undefined if it does not. A standard attribute that is declared
 * without its parts gets those of RFC 7643.
 */
export function shownAttributes(
  schemas: readonly ScimResource[],
  id: string,
  standard: readonly SchemaAttribute[] | undefined,
): readonly SchemaAttribute[] | undefined {
  const schema = schemas.find((candidate) => isSameSchema(member(candidate, "id"), id));
  const declared = itemsOf(member(schema, "attributes")).flatMap(readAttribute);
  if (declared.length === 0) return undefined;
  return declared.map((attribute) => {
    const known = standard?.find(({ name }) => name.toLowerCase() === attribute.name.toLowerCase());
    const short = attribute.type === "complex" || attribute.type === undefined;
    return short && attribute.subAttributes === undefined && known?.type === "complex"
      ? { ...attribute, type: "complex", multiValued: known.multiValued === true, ...partsOf(known) }
      : attribute;
  });
}

const partsOf = ({ subAttributes }: SchemaAttribute): Pick<SchemaAttribute, "subAttributes"> =>
  subAttributes === undefined ? {} : { subAttributes };

/** Returns the attributes of a standard schema; undefined if the URI is not one of RFC 7643. */
export function standardAttributes(id: string): readonly SchemaAttribute[] | undefined {
  return Object.entries(coreSchemas).find(([urn]) => isSameSchema(urn, id))?.[1];
}

function readAttribute(raw: unknown): SchemaAttribute[] {
  const name = textOf(member(raw, "name"));
  if (name === undefined) return [];
  const type = textOf(member(raw, "type"))?.toLowerCase();
  const [mutability, returned] = [textOf(member(raw, "mutability")), textOf(member(raw, "returned"))];
  const parts = itemsOf(member(raw, "subAttributes")).flatMap(readAttribute);
  const canonicalValues = itemsOf(member(raw, "canonicalValues")).filter((value) => typeof value === "string");
  return [
    {
      name,
      ...(type !== undefined && { type: types.find((known) => known.toLowerCase() === type) ?? "string" }),
      multiValued: booleanOf(member(raw, "multiValued")) === true,
      required: booleanOf(member(raw, "required")) === true,
      caseExact: booleanOf(member(raw, "caseExact")) === true,
      ...(mutability !== undefined && { mutability }),
      ...(returned !== undefined && { returned }),
      ...(canonicalValues.length > 0 && { canonicalValues }),
      ...(parts.length > 0 && { subAttributes: parts }),
    },
  ];
}

/** Splits an attribute of a schema into attributes with plain values. */
export function split(attribute: SchemaAttribute, extension: string | undefined): ScimAttribute[] {
  const parts = attribute.subAttributes ?? [];
  const prefix = extension === undefined ? "" : `${extension}:`;
  const own = { top: attribute.name, ...(extension !== undefined && { extension }) };
  const name = `${prefix}${attribute.name}`;
  if (attribute.type !== "complex") return [{ ...own, name, boxed: false, ...traitsOf(attribute, attribute) }];
  const value = parts.find((part) => part.name === "value");
  if (attribute.multiValued === true)
    // Objects without a main value, such as addresses, cannot be shown as a list of values.
    return value ? [{ ...own, name, boxed: true, ...traitsOf(value, attribute), ...boxOf(attribute) }] : [];
  return parts.map((part) => ({
    ...own,
    name: `${name}.${part.name}`,
    part: part.name,
    boxed: false,
    ...traitsOf(part, { ...attribute, ...part, required: attribute.required === true && part.required === true }),
  }));
}

function boxOf({ name, subAttributes = [] }: SchemaAttribute): Pick<ScimAttribute, "primary" | "neededType"> {
  const type = subAttributes.find((part) => part.name === "type");
  const primary = subAttributes.some((part) => part.name === "primary");
  return {
    ...(primary && contacts.includes(name.toLowerCase()) && { primary }),
    ...(type?.required === true && { neededType: type.canonicalValues?.[0] ?? "work" }),
  };
}

type Traits = Pick<ScimAttribute, "type" | "multi" | "required" | "mutability" | "returned" | "caseExact">;

function traitsOf(value: SchemaAttribute, holder: SchemaAttribute): Traits {
  return {
    type: value.type ?? "string",
    multi: holder.multiValued === true,
    required: holder.required === true,
    mutability: holder.mutability ?? "readWrite",
    returned: holder.returned ?? "default",
    caseExact: value.caseExact === true,
  };
}
