/** Modules that each module imports with itself, by their ids. */
export type StaticImports = (id: string) => readonly string[];

const separator = "-";

/**
 * Returns the name of each module's chunk: the processes that load it at their start. So a process loads a few whole files, and nothing
 * that only others use. A module that no process loads at its start has no name.
 */
export function chunkNames(
  processes: Readonly<Record<string, readonly string[]>>,
  importsOf: StaticImports,
): ReadonlyMap<string, string> {
  const users = new Map<string, string[]>();
  for (const [name, entries] of Object.entries(processes))
    for (const id of reached(entries, importsOf)) users.set(id, [...(users.get(id) ?? []), name]);
  return new Map([...users].map(([id, names]) => [id, names.join(separator)]));
}

function reached(entries: readonly string[], importsOf: StaticImports): ReadonlySet<string> {
  const found = new Set(entries);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}
