/** Lowest versions of the schema that programs need for a database; 0 where any will do. */
export interface VersionFence {
  /** Version from which on a program may read. */
  readonly reader: number;
  /** Version from which on a program may write. */
  readonly writer: number;
}

/** Admission of a program to a database: it may do everything, only read, or nothing. */
export type Admission = "whole" | "reading" | "none";

/** Returns the admission of a program of a version of the schema. One that may not read may not write. */
export function admissionOf(version: number, { reader, writer }: VersionFence): Admission {
  if (version < reader) return "none";
  return version < writer ? "reading" : "whole";
}
