import { CliError } from "../cli-error.ts";
import type { RestClient } from "../rest-client.ts";
import { type ConfigurationDocument, idOf, normalValues } from "./document.ts";
import type { Kind } from "./kinds.ts";
import { isSecretSetting } from "./known-objects.ts";
import type { Names } from "./names.ts";
import { referenceIn } from "./references.ts";
import { replacedUsers, usersInRule } from "./rule-users.ts";
import { secretName, type SecretReference } from "./secrets.ts";
import { type Data, isData, itemOf, type Shape } from "./shape.ts";

/** Object of configuration as the service has it. */
export interface StoredDocument extends ConfigurationDocument {
  readonly key: string;
  /** Entity tag by which a change is refused if somebody else made one meanwhile; null if there is none. */
  readonly etag: string | null;
  /** Number of its latest version, if it has versions. */
  readonly number?: number;
  readonly children: readonly StoredDocument[];
}

/**
 * Reads the objects of a kind as files describe them, in the order of their names.
 * @throws CliError if two of them have the same name, so that no file could tell them apart
 */
export async function readKind(rest: RestClient, kind: Kind, names: Names): Promise<readonly StoredDocument[]> {
  const read = (await rest.all<Data>(`/v2/${kind.name}${expanded(kind)}`)).filter((row) => isStored(kind, row));
  const rows: Data[] = [];
  for (const row of read) rows.push(await whole(rest, row));
  await names.readNames(rows.flatMap((row) => keysIn(kind, contentOf(kind, row))));
  return documentsOf(kind, rows, names, []);
}

function expanded({ name, children }: Kind): string {
  // The content of a role is that of its version in force; a draft alone is an entity's own property.
  if (name === "roles") return "?$expand=versions($filter=state eq 'inForce')".replaceAll(" ", "%20");
  if (name === "clients") return "?$expand=user($select=id)";
  return children.length === 0 ? "" : `?$expand=${children.map((child) => child.name).join(",")}`;
}

/** Returns a row with the rest of its lists: an answer holds only so many rows below others, and links to what is left. */
async function whole(rest: RestClient, row: Data): Promise<Data> {
  const links = Object.entries(row).filter(([name]) => name.endsWith("@odata.nextLink"));
  const lists: [string, unknown][] = [];
  for (const [name, link] of links) {
    const list = name.replace(/@.*$/, "");
    const others = await rest.all<Data>(String(link).replace(/^.*?(?=\/v2\/)/, ""));
    lists.push([list, [...((row[list] ?? []) as readonly Data[]), ...others]]);
  }
  return { ...row, ...Object.fromEntries(lists) };
}

/** Reports whether an object is configuration, and no default of the program or a thing of the past. */
function isStored({ name, stored }: Kind, row: Data): boolean {
  if (name === "roles") return row["state"] !== "retired";
  return stored === undefined || (row[stored] !== null && row[stored] !== undefined);
}

async function documentsOf(
  kind: Kind,
  rows: readonly Data[],
  names: Names,
  above: readonly string[],
): Promise<readonly StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for (const row of rows) documents.push(await documentOf(kind, row, names, above));
  documents.sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
  const double = documents.find(({ id }, index) => documents[index - 1]?.id === id);
  if (double === undefined) return documents;
  const where = [...above, kind.name].join("/");
  throw new CliError(
    `Two objects of ${where} are '${double.id}' by ${kind.knownBy.join(" and ")}, by which files tell them apart. Change one of them, or leave ${kind.name} out by --only.`,
  );
}

async function documentOf(kind: Kind, row: Data, names: Names, above: readonly string[]): Promise<StoredDocument> {
  const content = contentOf(kind, row);
  const values: Record<string, unknown> = {};
  const fields = Object.entries(kind.fields).filter(([, { shape }]) => shape.secret !== true);
  for (const [name, { shape }] of fields)
    if (content[name] !== undefined) values[name] = await named(shape, content[name], content, names);
  const id = idOf(kind, values);
  const place = [...above, kind.name, id];
  const secrets = secretsOf(kind, content, place);
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(secrets, name)));
  const children: StoredDocument[] = [];
  for (const child of kind.children)
    children.push(...(await documentsOf(child, (row[child.name] ?? []) as readonly Data[], names, place)));
  const etag = row["@odata.etag"];
  return {
    kind,
    id,
    key: String(row[kind.key]),
    etag: typeof etag === "string" ? etag : null,
    ...(typeof row["number"] === "number" ? { number: row["number"] } : {}),
    values: normalValues(kind, plain),
    secrets,
    children,
  };
}

/** Returns the fields of an object by their names in files. */
function contentOf(kind: Kind, row: Data): Data {
  const own = kind.name === "roles" ? contentOfRole(row) : row;
  const renamed = Object.entries(kind.fields).flatMap(([name, { readFrom }]) =>
    readFrom === undefined ? [] : [[name, idIn(own[readFrom])] as const],
  );
  const members = Object.entries(own).filter(([name]) => !name.includes("@"));
  return { ...Object.fromEntries(members), ...Object.fromEntries(renamed) };
}

const idIn = (value: unknown) => (isData(value) && "id" in value ? value["id"] : value);

function contentOfRole(row: Data): Data {
  const [inForce] = (row["versions"] ?? []) as readonly Data[];
  const content = row["state"] === "inForce" ? inForce?.["content"] : row["draft"];
  const { id, state, authorizationPhases } = row;
  return { ...(isData(content) ? content : {}), id, state, authorizationPhases };
}

/** Returns the secrets that an object has, each as a reference to the environment. */
function secretsOf(kind: Kind, row: Data, place: readonly string[]): Readonly<Record<string, SecretReference>> {
  const set = Object.entries(kind.fields).filter(([name, { shape, readFrom }]) => {
    if (shape.secret) return row[`${name}Set`] === true;
    return readFrom === "storedValue" && isHidden(row);
  });
  return Object.fromEntries(set.map(([name]) => [name, { env: secretName([...place, name]) }]));
}

// The password in an address is hidden too, and the whole of the address is the secret then.
function isHidden({ name, value }: Data): boolean {
  return isSecretSetting(String(name)) || (typeof value === "string" && value.includes(":[secret]@"));
}

/** Returns a value in which keys of rows are replaced by their names. */
async function named(shape: Shape, value: unknown, beside: Data, names: Names): Promise<unknown> {
  if (shape.list && Array.isArray(value))
    return Promise.all(value.map((item: unknown) => named(itemOf(shape), item, beside, names)));
  if (shape.refersTo !== undefined && typeof value === "string") {
    const reference = referenceIn(shape.refersTo, beside);
    return reference?.by === "key" ? names.nameOf(reference.to, value) : value;
  }
  const { members } = shape;
  if (members === undefined || !isData(value)) return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const of = Object.hasOwn(members, name) ? members[name] : undefined;
    return of === undefined ? [] : [[name, of, member] as const];
  });
  const renamed = await Promise.all(
    entries.map(async ([name, of, member]) => {
      const written = name === "rule" ? await namedRule(member, names) : await named(of, member, value, names);
      return [name, written] as const;
    }),
  );
  return Object.fromEntries(renamed);
}

async function namedRule(rule: unknown, names: Names): Promise<unknown> {
  return typeof rule === "string" ? replacedUsers(rule, async (key) => String(await names.nameOf("users", key))) : rule;
}

/** Returns the keys of rows that an object names, so that their names are read at once. */
function keysIn(kind: Kind, row: Data): readonly (readonly [string, string])[] {
  const own = Object.entries(kind.fields).flatMap(([name, { shape }]) => keysOf(shape, row[name], row));
  const below = kind.children.flatMap((child) =>
    ((row[child.name] ?? []) as readonly Data[]).flatMap((one) => keysIn(child, one)),
  );
  return [...own, ...below];
}

function keysOf(shape: Shape, value: unknown, beside: Data): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => keysOf(itemOf(shape), item, beside));
  if (shape.refersTo !== undefined && typeof value === "string") {
    const reference = referenceIn(shape.refersTo, beside);
    return reference?.by === "key" ? [[reference.to, value]] : [];
  }
  if (shape.members === undefined || !isData(value)) return [];
  return Object.entries(shape.members).flatMap(([name, member]) => {
    const rule = value[name];
    if (name === "rule" && typeof rule === "string") return usersInRule(rule).map((key) => ["users", key] as const);
    return keysOf(member, value[name], value);
  });
}
