/** Compares two keys as the databases of all nodes order them: by their bytes. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
