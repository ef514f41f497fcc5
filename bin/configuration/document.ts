import type { Field, Kind } from "./kinds.ts";
import { isSecretSetting, keptSetting } from "./known-objects.ts";
import { readValue } from "./read-value.ts";
import { fail, failUnknown, type Fault, type FilePlace, type Reading, type WrittenReference } from "./reading.ts";
import { namesSecret, secretReference, type SecretReference, secretRule } from "./secrets.ts";
import { type Data, isData, isInitial, normalForm } from "./shape.ts";
import { type Member, type Place, plainOf, type Written } from "./yaml-file.ts";

/** Object of configuration as a file or the service has it, in normal form. */
export interface ConfigurationDocument {
  readonly kind: Kind;
  /** Values by which it is known, as a text. */
  readonly id: string;
  /** Values of its fields, without secrets; what is left out has its initial value. */
  readonly values: Data;
  readonly secrets: Readonly<Record<string, SecretReference>>;
  readonly children: readonly ConfigurationDocument[];
}

/** Object of a file, with its place and the places of its fields. */
export interface FileDocument extends ConfigurationDocument {
  readonly at: FilePlace;
  readonly places: Readonly<Record<string, FilePlace>>;
  readonly children: readonly FileDocument[];
  /** References to other objects, by whose absence the file is wrong. */
  readonly references: readonly WrittenReference[];
}

type Members = Extract<Written, { readonly members: unknown }>;

/** Reads an object of a kind from the content of a file; faults are added to a list. */
export function readDocument(kind: Kind, written: Written, file: string, faults: Fault[]): FileDocument | undefined {
  const reading: Reading = { file, faults, references: [] };
  if ("members" in written) return readObject(kind, written, reading, "");
  return fail(reading, written.at, "", `must be an object with the properties of ${kind.name}`);
}

interface Parts {
  readonly values: Record<string, unknown>;
  readonly secrets: Record<string, SecretReference>;
  readonly places: Record<string, FilePlace>;
  readonly children: FileDocument[];
}

function readObject(kind: Kind, written: Members, outer: Reading, path: string): FileDocument | undefined {
  const before = outer.faults.length;
  const reading: Reading = { ...outer, references: [] };
  const parts: Parts = { values: {}, secrets: {}, places: {}, children: [] };
  const propertyOf = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const [name, member] of written.members) readPart(kind, [name, member], parts, [reading, propertyOf(name)]);
  for (const [name, { shape }] of Object.entries(kind.fields)) {
    if (!written.members.has(name) && shape.initial === undefined)
      fail(reading, written.at, propertyOf(name), "is missing: it has no default");
  }
  const { values, secrets, places, children } = parts;
  if (kind.stored === "storedValue") checkSetting(values, reading, written.at);
  if (reading.faults.length > before) return undefined;
  const { file, references } = reading;
  const normal = normalValues(kind, values);
  const at = { file, ...written.at };
  return { kind, id: idOf(kind, values), values: normal, secrets, children, at, places, references };
}

function readPart(
  kind: Kind,
  [name, { at, value }]: readonly [string, Member],
  { values, secrets, places, children }: Parts,
  [reading, property]: readonly [Reading, string],
): void {
  const child = kind.children.find((one) => one.name === name);
  const field: Field | undefined = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
  if (child !== undefined) children.push(...readChildren(child, value, reading, property));
  else if (field === undefined) failUnknown(reading, at, property, namesOf(kind));
  else {
    places[name] = { file: reading.file, ...at };
    const isSetting = kind.stored === "storedValue" && namesSecret(plainOf(value));
    if (field.shape.secret === true || isSetting) {
      const reference = readSecret(reading, value, property);
      if (reference !== undefined) secrets[name] = reference;
    } else {
      const read = readValue(field.shape, value, reading, property);
      if (read !== undefined) values[name] = read;
    }
  }
}

const namesOf = (kind: Kind) => [...Object.keys(kind.fields), ...kind.children.map(({ name }) => name)];

function readChildren(kind: Kind, written: Written, reading: Reading, path: string): readonly FileDocument[] {
  if (!("items" in written)) {
    fail(reading, written.at, path, "must be a list");
    return [];
  }
  return written.items.flatMap((item, index) => {
    const place = `${path}[${index}]`;
    if ("members" in item) return readObject(kind, item, reading, place) ?? [];
    fail(reading, item.at, place, `must be an object with the properties of ${kind.name}`);
    return [];
  });
}

function readSecret(reading: Reading, written: Written, property: string): SecretReference | undefined {
  const plain = plainOf(written);
  if (plain === null) return undefined;
  return secretReference(plain) ?? fail(reading, written.at, property, secretRule);
}

/** Refuses the value of a secret setting, which everybody could read in the file. Others get the form in which they are kept. */
function checkSetting(values: Record<string, unknown>, reading: Reading, at: Place): void {
  const { name, value } = values;
  if (value === undefined) return;
  if (isSecretSetting(String(name))) fail(reading, at, "value", secretRule);
  else values["value"] = keptSetting(String(name), value);
}

/** Returns the values by which an object is known, as a text. */
export function idOf({ knownBy, fields }: Kind, values: Data): string {
  const known = knownBy.map((name) => normalForm(fields[name]?.shape ?? { kind: "scalar" }, values[name]));
  return known.map(String).join(" ");
}

/** Returns the values of an object in normal form: in the order of its fields, without initial values. */
export function normalValues({ fields }: Kind, values: Data): Data {
  const named = Object.entries(fields).flatMap(([name, { shape }]) => {
    if (!Object.hasOwn(values, name) || values[name] === undefined) return [];
    const normal = withoutShortForms(normalForm(shape, values[name]));
    return isInitial(shape, normal) ? [] : [[name, normal] as const];
  });
  return Object.fromEntries(named);
}

/** Leaves out the rule of a phase that names its authorizers: the API shows the rule that they amount to as well. */
function withoutShortForms(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    if (!isData(item) || !Array.isArray(item["authorizers"])) return item;
    const { rule: _rule, ...phase } = item;
    return phase;
  });
}
