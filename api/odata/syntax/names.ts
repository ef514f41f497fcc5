import type { Cursor } from "./cursor.ts";

const identifierLengthMax = 128;
const foreign = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy;

// 1 = may lead a name, 2 = may follow in it, by ASCII code.
const asciiKinds = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) asciiKinds[code] = 1;
  else if (/\d/.test(character)) asciiKinds[code] = 2;
}

/** Reads an `odataIdentifier`; null if none stands here, or one that is too long. */
export function takeIdentifier(cursor: Cursor): string | null {
  const { text, index: from } = cursor;
  let code = text.charCodeAt(from);
  if (code < 128 && asciiKinds[code] !== 1) return null;
  let index = from;
  while (code < 128 && asciiKinds[code] !== 0) code = text.charCodeAt(++index);
  let name = text.slice(from, index);
  if (code >= 128) {
    foreign.lastIndex = from;
    name = foreign.exec(text)?.[0] ?? name;
  }
  if (name === "" || (name.length > identifierLengthMax && [...name].length > identifierLengthMax)) return null;
  cursor.index = from + name.length;
  return name;
}

/** Returns the character after an `odataIdentifier` that stands here, empty at the end; null if none stands here. */
export function behindName(cursor: Cursor): string | null {
  const from = cursor.index;
  const next = takeIdentifier(cursor) === null ? null : (cursor.text[cursor.index] ?? "");
  cursor.index = from;
  return next;
}

/** Reports whether a text is an `odataIdentifier`. */
export function isIdentifier(text: string): boolean {
  foreign.lastIndex = 0;
  return foreign.test(text) && foreign.lastIndex === text.length && [...text].length <= identifierLengthMax;
}

/**
 * Reads an `odataIdentifier` that must stand here.
 * @throws ODataSyntaxError
 */
export function expectIdentifier(cursor: Cursor, rule: string): string {
  return takeIdentifier(cursor) ?? cursor.fail(rule, "A name is expected here.");
}

/** Reads a name with an optional namespace, as far as it goes; null if none stands here. */
export function takeName(cursor: Cursor): string | null {
  const from = cursor.index;
  if (takeIdentifier(cursor) === null) return null;
  let end = cursor.index;
  while (cursor.take(".")) {
    if (takeIdentifier(cursor) === null) break;
    end = cursor.index;
  }
  cursor.index = end;
  return cursor.text.slice(from, end);
}

/**
 * Reads a name with an optional namespace that must stand here.
 * @throws ODataSyntaxError
 */
export function expectName(cursor: Cursor, rule: string): string {
  return takeName(cursor) ?? cursor.fail(rule, "A name is expected here.");
}
