import { isGuid } from "#api/odata/key.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";

import { knownByOf } from "./known-objects.ts";
import { fail, failUnknown, type Reading, withHint } from "./reading.ts";
import { usersInRule } from "./rule-users.ts";
import { namesSecret } from "./secrets.ts";
import { type Data, isData, itemOf, type Reference, type Shape } from "./shape.ts";
import { type Place, plainOf, type Written } from "./yaml-file.ts";

type Members = Extract<Written, { readonly members: unknown }>;

/** Text by which an answer of the service hides a secret. */
const mask = /^\[secret\]$|:\/\/[^/]*:\[secret\]@/;

/** Reads a value of a shape; undefined if it has a fault, which is added. */
export function readValue(shape: Shape, written: Written, reading: Reading, path: string): unknown {
  if ("scalar" in written && written.scalar === null) {
    if (shape.nullable || shape.initial === null || shape.kind === "any") return null;
    return fail(reading, written.at, path, "must have a value: leave it out for its default");
  }
  if (shape.list) {
    if (!("items" in written)) return fail(reading, written.at, path, "must be a list");
    return written.items.map((item, index) => readValue(itemOf(shape), item, reading, `${path}[${index}]`));
  }
  const { refersTo } = shape;
  if (refersTo !== undefined && "to" in refersTo) return readReference(refersTo, written, reading, path);
  if (shape.kind === "any") return readAny(written, reading, path);
  return shape.kind === "members"
    ? readMembers(shape, written, reading, path)
    : readScalar(shape, written, reading, path);
}

function readMembers(shape: Shape, written: Written, reading: Reading, path: string): unknown {
  if (!("members" in written)) return fail(reading, written.at, path, "must be an object with members");
  const { members = {}, named } = shape;
  const read: Record<string, unknown> = {};
  for (const [name, { at, value }] of written.members) {
    const property = `${path}.${name}`;
    const member = named ?? (Object.hasOwn(members, name) ? members[name] : undefined);
    if (member === undefined) failUnknown(reading, at, property, Object.keys(members));
    else read[name] = readMember(member, value, reading, property);
  }
  for (const [name, member] of Object.entries(members)) {
    if (member.initial === undefined && !written.members.has(name))
      fail(reading, written.at, `${path}.${name}`, "is missing: it has no default");
    else checkBeside(member, { written, read, name }, reading, path);
  }
  return read;
}

function readMember(shape: Shape, written: Written, reading: Reading, property: string): unknown {
  // It is checked when the property beside it is known.
  if (shape.refersTo !== undefined && "beside" in shape.refersTo) return plainOf(written);
  const read = readValue(shape, written, reading, property);
  if (property.endsWith(".rule") && typeof read === "string") {
    for (const value of usersInRule(read))
      reading.references.push({ at: { file: reading.file, ...written.at }, property, to: "users", value });
  }
  return read;
}

interface MemberRead {
  readonly written: Members;
  readonly read: Data;
  readonly name: string;
}

function checkBeside({ refersTo }: Shape, { written, read, name }: MemberRead, reading: Reading, path: string): void {
  const value = written.members.get(name)?.value;
  if (refersTo === undefined || "to" in refersTo || value === undefined) return;
  const beside = String(read[refersTo.beside]);
  const property = `${path}.${name}`;
  const each = Object.hasOwn(refersTo.each, beside) ? refersTo.each[beside] : undefined;
  if (each === undefined || !("to" in each))
    fail(reading, value.at, property, `needs ${refersTo.beside} to be ${Object.keys(refersTo.each).join(", ")}`);
  else readReference(each, value, reading, property);
}

type DirectReference = Extract<Reference, { readonly to: string }>;

function readReference({ to, by }: DirectReference, written: Written, reading: Reading, property: string): unknown {
  const value = plainOf(written);
  const known = by === "id" ? ["id"] : knownByOf(to);
  if (!namesRow(value, known)) {
    const form = known.length === 1 ? "a text" : `an object of ${known.join(" and ")}`;
    return fail(reading, written.at, property, `must be ${form} that names one of ${to}`);
  }
  reading.references.push({ at: { file: reading.file, ...written.at }, property, to, value });
  return value;
}

/** Reports whether a value can name a row: by its ID, by all properties by which it is known, or by its key. */
function namesRow(value: unknown, known: readonly string[]): boolean {
  if (typeof value === "string") return known.length === 1 ? value !== "" : isGuid(value);
  if (!isData(value) || known.length === 1) return false;
  return Object.keys(value).length === known.length && known.every((name) => typeof value[name] === "string");
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
  const { choices } = shape;
  if (choices === undefined || choices.includes(String(scalar))) return checkedText(scalar, reading, written.at, path);
  const hint = nearestNameHint(String(scalar), choices);
  return fail(reading, written.at, path, withHint(`must be one of ${choices.join(", ")}`, hint));
}

/** Refuses what hides a secret in an answer: it would take the place of the secret. */
function checkedText(value: unknown, reading: Reading, at: Place, path: string): unknown {
  if (typeof value !== "string" || !mask.test(value)) return value;
  return fail(reading, at, path, "hides a secret: write what it is, or leave it out");
}
