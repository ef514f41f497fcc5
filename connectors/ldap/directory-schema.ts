import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

/** An attribute as the schema of a directory describes it, with what it has from the one it is derived of. */
export interface SchemaAttribute {
  /** The name by which it is compared with others, in small letters: it may have several. */
  readonly key: string;
  readonly equality?: string;
  readonly syntax?: string;
  readonly single: boolean;
}

/** The schema of a directory as far as the connector needs it. */
export interface DirectorySchema {
  /** The directory shows one; otherwise nothing below is known. */
  readonly known: boolean;
  attribute(name: string): SchemaAttribute | undefined;
  /** The one name of an attribute that has several, in small letters; an unknown one is its own name. */
  keyOf(name: string): string;
  hasClass(name: string): boolean;
  /** Whether entries of these classes may hold an attribute, and whether they must. */
  ruleOf(classes: readonly string[], attribute: string): "must" | "may" | "no";
}

interface Definition {
  readonly names: readonly string[];
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** The schema of a directory that shows none. */
export const unknownSchema: DirectorySchema = makeSchema([], []);

/** Makes the function that reads the schema of a directory once, where its root entry says that it lies. */
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

/** Makes a schema of its descriptions. Source: RFC 4512 4.1. */
export function makeSchema(attributeTypes: readonly string[], objectClasses: readonly string[]): DirectorySchema {
  const attributes = byName(attributeTypes);
  const classes = byName(objectClasses);
  const keyOf = (name: string) => attributes.get(baseOf(name))?.names[0] ?? baseOf(name);
  const inherited = (name: string, field: string, steps = 0): string | undefined => {
    const definition = attributes.get(baseOf(name));
    const [own] = definition?.fields.get(field) ?? [];
    const [parent] = definition?.fields.get("SUP") ?? [];
    // Nobody keeps a directory from deriving an attribute of itself.
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

/** Takes the options of an attribute away, and the capitals. */
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
    // Names of fields have capitals alone, and what belongs to one begins with a capital nowhere but in lists.
    else if (!inList && /^[A-Z][A-Z-]+$/.test(word)) fields.set(word, (values = []));
    else if (word !== "$") values.push(word);
  }
  const names = (fields.get("NAME") ?? []).map((name) => name.toLowerCase());
  return { oid: oid.toLowerCase(), definition: { names: names.length > 0 ? names : [oid.toLowerCase()], fields } };
}
