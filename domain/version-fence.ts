/** Lowest versions of the schema that programs need for a database; 0 where any will do. */
export interface VersionFence {
  /** Version from which on a program may read. */
  readonly reader: number;
  /** Version from which on a program may write. */
  readonly writer: number;
}

/** Milliseconds for which a process counts on what it has read of the fence: none writes for longer after the fence has risen. */
export const fenceKnownMs = 2_000;

/** Milliseconds in which a process that is too old finishes what it has; then it ends. */
export const fenceEndMs = 6_000;

/** What a program may do with a database: everything, only read, or nothing. */
export type Admission = "whole" | "reading" | "none";

/** Returns what a program of a version of the schema may do. Whatever may not read may not write. */
export function admissionOf(version: number, { reader, writer }: VersionFence): Admission {
  if (version < reader) return "none";
  return version < writer ? "reading" : "whole";
}
