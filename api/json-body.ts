import {
  bodyNamesMax,
  jsonDepthMax,
  jsonValuesMax,
  objectNamesMax,
  signedJsonValuesMax,
  strangersObjectNamesMax,
} from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";

import { type JsonShape, jsonShapeOf, repeatedName } from "./json-shape.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
// Names that mean something to the language and never to a resource.
const refusedNames = new Set(["__proto__"]);
const targetMaxCharacters = 200;

/** Limits of the names and values in a body: each of them costs time in everything that reads it afterwards. */
export interface JsonBounds {
  /** Most names of one object. */
  readonly objectNames: number;
  /** Most names of all objects together. */
  readonly names: number;
  /** Most names and list entries together. */
  readonly values: number;
}

/** Limits by the sender of a body. */
export const jsonBounds = {
  stranger: { objectNames: strangersObjectNamesMax, names: strangersObjectNamesMax, values: jsonValuesMax },
  caller: { objectNames: objectNamesMax, names: bodyNamesMax, values: jsonValuesMax },
  /** Proxies and managed hosts, whose signature has been verified before. */
  signed: { objectNames: objectNamesMax, names: signedJsonValuesMax, values: signedJsonValuesMax },
} as const satisfies Readonly<Record<string, JsonBounds>>;

/**
 * Reads one JSON object. Its size is checked before it is parsed, so no schema sees more than it can check quickly.
 * @throws BODY_INVALID when it is not well-formed, not an object, too deep, holds too many names or values or one name twice, or
 * text that no store can keep
 */
export function parseJson(bytes: Buffer, bounds: JsonBounds = jsonBounds.caller): Readonly<Record<string, unknown>> {
  const { members } = requireShape(bytes, bounds);
  const text = decode(bytes);
  const value = read(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("The body must be one JSON object, not null, a list or a single value.");
  }
  // JSON keeps one value of a name that is given twice, and it is unknown which one was meant.
  if (checkValue(value, "") < members) throw repeated(text);
  return value as Record<string, unknown>;
}

function requireShape(bytes: Buffer, { objectNames, names, values }: JsonBounds): JsonShape {
  const shape = jsonShapeOf(bytes, jsonDepthMax);
  const { depth, members, widest, commas } = shape;
  if (depth > jsonDepthMax) throw invalid(`The body may be nested at most ${jsonDepthMax} levels deep.`);
  if (widest > objectNames) throw invalid(`An object of the body may have at most ${objectNames} names. ${sendLess}`);
  if (members > names) throw invalid(`The body may have at most ${names} names. ${sendLess}`);
  if (commas >= values) throw invalid(`The body may hold at most ${values} values. ${sendLess}`);
  return shape;
}

const sendLess = "Send less at once.";

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ServiceError("BODY_INVALID", { cause });
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ServiceError("BODY_INVALID", { cause });
  }
}

/** Checks the texts of a value, and counts the names in it. */
function checkValue(value: unknown, path: string): number {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) {
      if (typeof part === "string" || typeof part === "object") members += checkValue(part, below(path, String(index)));
    }
    return members;
  }
  for (const [name, part] of Object.entries(value)) {
    if (refusedNames.has(name)) throw invalid(`A field may not be named '${name}'. Leave it out.`, path);
    checkText(name, path);
    members += 1 + checkValue(part, below(path, name));
  }
  return members;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function checkText(text: string, path: string): void {
  if (text.isWellFormed() && !text.includes("\u0000")) return;
  const rule = "A text may hold neither the character U+0000 nor half of a surrogate pair.";
  throw invalid(`${rule} Correct it and send it again.`, path === "" ? undefined : path);
}

function repeated(text: string): ServiceError {
  const name = (repeatedName(text) ?? "").slice(0, targetMaxCharacters);
  return invalid(`The body gives '${name}' twice in one object. Give it once.`, name);
}

function invalid(message: string, target?: string): ServiceError {
  return new ServiceError("BODY_INVALID", {
    message,
    ...(target === undefined ? {} : { target: target.slice(0, targetMaxCharacters) }),
  });
}
