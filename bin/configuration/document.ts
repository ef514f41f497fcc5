import { isGuid } from "#api/odata/key.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";

import type { Field, Kind } from "./kinds.ts";
import { isSecretSetting, knownByOf } from "./known-objects.ts";
import { usersInRule } from "./rule-users.ts";
import { namesSecret, secretReference, type SecretReference, secretRule } from "./secrets.ts";
import { type Data, isData, isInitial, itemOf, normalForm, type Shape } from "./shape.ts";
import { type Place, plainOf, type Written } from "./yaml-file.ts";

/** Place in a file of a folder. */
export interface FilePlace extends Place {
  /** Path from the folder. */
  readonly file: string;
}

/** Fault of a file: its place, the property, and the rule that it breaks. */
export interface Fault extends FilePlace {
  readonly property: string;
  readonly rule: string;
}

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

/** Reference in a file: a resource, and the key, the ID, or the properties by which a row is known. */
export interface WrittenReference {
  readonly at: FilePlace;
  readonly property: string;
  readonly to: string;
  readonly value: unknown;
}

const mask = /^\[secret\]$|:\/\/[^/]*:\[secret\]@/;

interface Reading {
  readonly file: string;
  readonly faults: Fault[];
  readonly references: WrittenReference[];
}

/** Reads an object of a kind from what a file holds; faults are added to a list. */
export function readDocument(kind: Kind, written: Written, file: string, faults: Fault[]): FileDocument | undefined {
  const reading: Reading = { file, faults, references: [] };
  if (!("members" in written)) {
    fail(reading, written.at, "", `must be an object with the properties of ${kind.name}`);
    return undefined;
  }
  return readObject(kind, written, reading, "");
}

function readObject(
  kind: Kind,
  written: Extract<Written, { readonly members: unknown }>,
  reading: Reading,
  path: string,
): FileDocument | undefined {
  const before = reading.faults.length;
  const references: WrittenReference[] = [];
  const own: Reading = { ...reading, references };
  const values: Record<string, unknown> = {};
  const secrets: Record<string, SecretReference> = {};
  const places: Record<string, FilePlace> = {};
  const children: FileDocument[] = [];
  for (const [name, { at, value }] of written.members) {
    const property = path === "" ? name : `${path}.${name}`;
    const child = kind.children.find((one) => one.name === name);
    if (child !== undefined) children.push(...readChildren(child, value, own, property));
    else if (!Object.hasOwn(kind.fields, name)) unknownName(own, at, property, [name, namesOf(kind)]);
    else {
      places[name] = { file: reading.file, ...at };
      const field = kind.fields[name] as Field;
      const isSecret = field.shape.secret === true || (kind.stored === "storedValue" && namesSecret(plainOf(value)));
      if (isSecret) readSecret(own, value, property, (reference) => (secrets[name] = reference));
      else {
        const read = readValue(field.shape, value, own, property);
        if (read !== undefined) values[name] = read;
      }
    }
  }
  for (const [name, { shape }] of Object.entries(kind.fields)) {
    const isNamed = written.members.has(name) || Object.hasOwn(secrets, name);
    if (!isNamed && shape.initial === undefined)
      fail(own, written.at, path === "" ? name : `${path}.${name}`, "is missing: it has no default");
  }
  checkSetting(kind, values, own, written.at);
  if (reading.faults.length > before) return undefined;
  const at = { file: reading.file, ...written.at };
  return {
    kind,
    id: idOf(kind, values),
    values: normalValues(kind, values),
    secrets,
    children,
    at,
    places,
    references,
  };
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

function readSecret(
  reading: Reading,
  written: Written,
  property: string,
  take: (reference: SecretReference) => void,
): void {
  const plain = plainOf(written);
  if (plain === null) return;
  const reference = secretReference(plain);
  if (reference === undefined) fail(reading, written.at, property, secretRule);
  else take(reference);
}

/** A value of a secret setting would stand in the file for everybody to read. */
function checkSetting({ stored }: Kind, { name, value }: Data, reading: Reading, at: Place): void {
  if (stored !== "storedValue" || value === undefined || !isSecretSetting(String(name))) return;
  fail(reading, at, "value", secretRule);
}

function readValue(shape: Shape, written: Written, reading: Reading, path: string): unknown {
  if ("scalar" in written && written.scalar === null) {
    if (shape.nullable || shape.initial === null || shape.kind === "any") return null;
    return fail(reading, written.at, path, "must have a value: leave it out for its default");
  }
  if (shape.list) {
    if (!("items" in written)) return fail(reading, written.at, path, "must be a list");
    return written.items.map((item, index) => readValue(itemOf(shape), item, reading, `${path}[${index}]`));
  }
  if (shape.refersTo !== undefined && "to" in shape.refersTo) return readReference(shape, written, reading, path);
  if (shape.kind === "any") return readAny(written, reading, path);
  if (shape.kind === "members") return readMembers(shape, written, reading, path);
  return readScalar(shape, written, reading, path);
}

function readMembers(shape: Shape, written: Written, reading: Reading, path: string): unknown {
  if (!("members" in written)) return fail(reading, written.at, path, "must be an object with members");
  const { members = {}, named } = shape;
  const read: Record<string, unknown> = {};
  for (const [name, { at, value }] of written.members) {
    const property = `${path}.${name}`;
    const member = named ?? (Object.hasOwn(members, name) ? members[name] : undefined);
    if (member === undefined) unknownName(reading, at, property, [name, Object.keys(members)]);
    else if (member.refersTo !== undefined && "beside" in member.refersTo) read[name] = plainOf(value);
    else read[name] = readValue(member, value, reading, property);
    if (name === "rule" && typeof read[name] === "string") noteUsers(read[name], value.at, reading, property);
  }
  for (const [name, member] of Object.entries(members)) {
    if (!Object.hasOwn(read, name) && member.initial === undefined && !written.members.has(name))
      fail(reading, written.at, `${path}.${name}`, "is missing: it has no default");
    else checkBeside(member, { written, read, name }, reading, path);
  }
  return read;
}

function noteUsers(rule: string, at: Place, reading: Reading, property: string): void {
  for (const value of usersInRule(rule))
    reading.references.push({ at: { file: reading.file, ...at }, property, to: "users", value });
}

interface MemberRead {
  readonly written: Extract<Written, { readonly members: unknown }>;
  readonly read: Data;
  readonly name: string;
}

function checkBeside({ refersTo }: Shape, { written, read, name }: MemberRead, reading: Reading, path: string): void {
  const value = written.members.get(name)?.value;
  if (refersTo === undefined || "to" in refersTo || value === undefined) return;
  const beside = String(read[refersTo.beside]);
  const property = `${path}.${name}`;
  const each = Object.hasOwn(refersTo.each, beside) ? refersTo.each[beside] : undefined;
  if (each === undefined)
    fail(reading, value.at, property, `needs ${refersTo.beside} to be ${Object.keys(refersTo.each).join(", ")}`);
  else readReference({ kind: "text", refersTo: each }, value, reading, property);
}

function readReference({ refersTo }: Shape, written: Written, reading: Reading, property: string): unknown {
  if (refersTo === undefined || !("to" in refersTo)) return undefined;
  const { to, by } = refersTo;
  const value = plainOf(written);
  const known = by === "id" ? [] : knownByOf(to);
  const isText = typeof value === "string" && value !== "";
  const isNamed =
    isData(value) && Object.keys(value).length === known.length && known.every((one) => typeof value[one] === "string");
  const isFit = by === "id" || known.length === 1 ? isText : isNamed || (isText && isGuid(value));
  if (!isFit) {
    const form = by === "id" || known.length === 1 ? "a text" : `an object of ${known.join(" and ")}`;
    return fail(reading, written.at, property, `must be ${form} that names one of ${to}`);
  }
  reading.references.push({ at: { file: reading.file, ...written.at }, property, to, value });
  return value;
}

function readAny(written: Written, reading: Reading, path: string): unknown {
  if ("scalar" in written) return checkedText(written.scalar, reading, written.at, path);
  if ("items" in written) return written.items.map((item, index) => readAny(item, reading, `${path}[${index}]`));
  if (namesSecret(plainOf(written)))
    return fail(reading, written.at, path, "takes no secret: only passwords of credentials and secret settings do");
  const members = [...written.members].map(([name, { value }]) => [name, readAny(value, reading, `${path}.${name}`)]);
  return Object.fromEntries(members);
}

const forms: Readonly<Record<string, readonly [type: string, words: string]>> = {
  text: ["string", "must be a text: put it in quotes"],
  number: ["number", "must be a whole number"],
  flag: ["boolean", "must be true or false"],
};

function readScalar(shape: Shape, written: Written, reading: Reading, path: string): unknown {
  if (!("scalar" in written)) return fail(reading, written.at, path, "must be a single value");
  const { scalar } = written;
  const form = forms[shape.kind];
  const isWhole = shape.kind !== "number" || Number.isInteger(scalar);
  if (form !== undefined && (typeof scalar !== form[0] || !isWhole)) return fail(reading, written.at, path, form[1]);
  if (shape.choices !== undefined && !shape.choices.includes(String(scalar))) {
    const hint = nearestNameHint(String(scalar), shape.choices);
    return fail(reading, written.at, path, withHint(`must be one of ${shape.choices.join(", ")}`, hint));
  }
  return checkedText(scalar, reading, written.at, path);
}

/** What hides a secret in an answer would take its place if it were written. */
function checkedText(value: unknown, reading: Reading, at: Place, path: string): unknown {
  if (typeof value !== "string" || !mask.test(value)) return value;
  return fail(reading, at, path, "hides a secret: write what it is, or leave it out");
}

function unknownName(
  reading: Reading,
  at: Place,
  property: string,
  [name, names]: readonly [string, readonly string[]],
) {
  const hint = nearestNameHint(name, names);
  fail(reading, at, property, withHint("is no property here", hint));
}

/** Returns a rule with the hint at what is meant, if there is one. */
export const withHint = (rule: string, hint: string) => (hint === "" ? rule : `${rule}.${hint}`);

function fail(reading: Reading, at: Place, property: string, rule: string): undefined {
  reading.faults.push({ file: reading.file, ...at, property, rule });
}

/** Returns the values by which an object is known, as a text. */
export function idOf({ knownBy }: Kind, values: Data): string {
  return knownBy.map((name) => String(values[name])).join(" ");
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

/** A phase that names its authorizers is shown with the rule that they amount to as well. */
function withoutShortForms(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    if (!isData(item) || !Array.isArray(item["authorizers"])) return item;
    const { rule: _rule, ...phase } = item;
    return phase;
  });
}
