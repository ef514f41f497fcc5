import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

/** An attribute in the schema of a directory, with the facts inherited from its supertype. */
export interface SchemaAttribute {
  /** Name for comparison with others, in lower case; an attribute may have several names. */
  readonly key: string;
  readonly equality?: string;
  readonly syntax?: string;
  readonly single: boolean;
}

/** Schema of a directory, as far as the connector needs it. */
export interface DirectorySchema {
  /** True if the directory shows a schema; otherwise nothing below is known. */
  readonly known: boolean;
  attribute(name: string): SchemaAttribute | undefined;
  /** Returns the canonical name of an attribute in lower case; an unknown name is its own. */
  keyOf(name: string): string;
  hasClass(name: string): boolean;
  /** Returns whether entries of these classes must, may or cannot hold an attribute. */
  ruleOf(classes: readonly string[], attribute: string): "must" | "may" | "no";
}

interface Definition {
  readonly names: readonly string[];
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Schema of a directory that shows none. */
export const unknownSchema: DirectorySchema = makeSchema([], []);

/** Makes the function that reads the schema of a directory once, from the entry that its root entry names. */
export function schemaReader(
  connection: LdapConnection,
  root: Parameters<typeof textsOf>[0],
): () => Promise<DirectorySchema> {
  let reading: Promise<DirectorySchema> | undefined;
  return () => {
    reading ??= readSchema(connection, textsOf(root, "subschemaSubentry")[0]).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readSchema(connection: LdapConnection, dn: string | undefined): Promise<DirectorySchema> {
  if (dn === undefined) return unknownSchema;
  try {
    const entry = await entryAt(connection, dn, ["attributeTypes", "objectClasses"]);
    if (entry === undefined) return unknownSchema;
    return makeSchema(textsOf(entry, "attributeTypes"), textsOf(entry, "objectClasses"));
  } catch (error) {
    if (resultCodeOf(error) === undefined) throw error;
    return unknownSchema;
  }
}

/** Makes a schema from its descriptions. Source: RFC 4512 4.1. */
export function makeSchema(attributeTypes: readonly string[], objectClasses: readonly string[]): DirectorySchema {
  const attributes = byName(attributeTypes);
  const classes = byName(objectClasses);
  const keyOf = (name: string) => attributes.get(baseOf(name))?.names[0] ?? baseOf(name);
  const inherited = (name: string, field: string, steps = 0): string | undefined => {
    const definition = attributes.get(baseOf(name));
    const [own] = definition?.fields.get(field) ?? [];
    const [parent] = definition?.fields.get("SUP") ?? [];
    // A directory may even derive an attribute from itself.
    return own ?? (parent === undefined || steps > attributes.size ? undefined : inherited(parent, field, steps + 1));
  };
  const holds = (names: readonly string[], field: "MUST" | "MAY", attribute: string, seen: Set<string>): boolean =>
    names.some((name) => {
      const lower = name.toLowerCase();
      const definition = classes.get(lower);
      if (definition === undefined || seen.has(lower)) return false;
      seen.add(lower);
      const listed = definition.fields.get(field)?.some((one) => keyOf(one) === keyOf(attribute)) ?? false;
      return listed || holds(definition.fields.get("SUP") ?? [], field, attribute, seen);
    });
  return {
    known: attributes.size > 0,
    keyOf,
    attribute(name) {
      const definition = attributes.get(baseOf(name));
      if (definition === undefined) return undefined;
      const [equality, syntax] = [inherited(name, "EQUALITY"), inherited(name, "SYNTAX")?.replace(/\{\d+\}$/, "")];
      return {
        key: keyOf(name),
        single: definition.fields.has("SINGLE-VALUE"),
        ...(equality !== undefined && { equality }),
        ...(syntax !== undefined && { syntax }),
      };
    },
    hasClass: (name) => classes.has(name.toLowerCase()),
    ruleOf(names, attribute) {
      if (names.some((name) => name.toLowerCase() === "extensibleobject")) return "may";
      if (holds(names, "MUST", attribute, new Set())) return "must";
      return holds(names, "MAY", attribute, new Set()) ? "may" : "no";
    },
  };
}

/** Returns the name of an attribute in lower case, without its options. */
function baseOf(name: string): string {
  const [base = ""] = name.toLowerCase().split(";");
  return base;
}

function byName(descriptions: readonly string[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  for (const description of descriptions) {
    const { oid, definition } = definitionOf(description);
    for (const name of [...definition.names, oid]) if (!found.has(name)) found.set(name, definition);
  }
  return found;
}

function definitionOf(description: string): { readonly oid: string; readonly definition: Definition } {
  const [, oid = "", ...words] = description.match(/'[^']*'|[()$]|[^\s()$']+/g) ?? [];
  const fields = new Map<string, string[]>();
  let values: string[] = [];
  let inList = false;
  for (const word of words) {
    if (word === "(" || word === ")") inList = word === "(";
    else if (word.startsWith("'")) values.push(word.slice(1, -1));
    // Field names have only capitals, and outside of lists no value of a field begins with a capital.
    else if (!inList && /^[A-Z][A-Z-]+$/.test(word)) fields.set(word, (values = []));
    else if (word !== "$") values.push(word);
  }
  const names = (fields.get("NAME") ?? []).map((name) => name.toLowerCase());
  return { oid: oid.toLowerCase(), definition: { names: names.length > 0 ? names : [oid.toLowerCase()], fields } };
}
