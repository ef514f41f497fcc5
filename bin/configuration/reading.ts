import { nearestNameHint } from "#domain/nearest-name.ts";

import type { Place } from "./yaml-file.ts";

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

/** Reference in a file: a resource, and the key, the ID, or the properties by which a row is known. */
export interface WrittenReference {
  readonly at: FilePlace;
  readonly property: string;
  readonly to: string;
  readonly value: unknown;
}

/** State of reading a file. */
export interface Reading {
  readonly file: string;
  readonly faults: Fault[];
  readonly references: WrittenReference[];
}

/** Adds a fault. */
export function fail(reading: Reading, at: Place, property: string, rule: string): undefined {
  reading.faults.push({ file: reading.file, ...at, property, rule });
}

/** Adds the fault of a property that is not there, with the nearest one that is. */
export function failUnknown(reading: Reading, at: Place, property: string, names: readonly string[]): void {
  const hint = nearestNameHint(property.replace(/^.*\./, ""), names);
  fail(reading, at, property, withHint("is no property here", hint));
}

/** Returns a rule with the hint at what is meant, if there is one. */
export const withHint = (rule: string, hint: string) => (hint === "" ? rule : `${rule}.${hint}`);
