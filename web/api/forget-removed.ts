import type { Query, QueryClient } from "@tanstack/react-query";

// Functions of an entity and keys, which stand in brackets, name no set.
const keys = /\((?:'[^']*'|[^'()])*\)/g;

/**
 * Whether what was read at an address shows a set: the set itself, an entity of it or what lies beneath, such as a function, or a way that
 * leads to its entities from elsewhere and is called like it.
 */
export function showsSet(path: unknown, set: string): boolean {
  if (typeof path !== "string") return false;
  if (path === set || path.startsWith(`${set}/`) || path.startsWith(`${set}(`)) return true;
  return lastName(path) === lastName(set);
}

function lastName(path: string): string {
  const [address = ""] = path.split("?", 1);
  return address.replaceAll(keys, "").split("/").at(-1) ?? "";
}

/** Chooses the queries that show one of some sets. */
export const queriesOf = (sets: readonly string[]) => ({
  predicate: ({ queryKey }: Query) => sets.some((set) => showsSet(queryKey[0], set)),
});

/**
 * Forgets what was read of a set from which the thing of the open page was removed: its lists are read anew before they show anything.
 * What the page itself has read stays, so that it does not ask for what is gone; it asks when somebody comes back to it.
 */
export async function forgetRemoved(client: QueryClient, set: string): Promise<void> {
  client.removeQueries({ ...queriesOf([set]), type: "inactive" });
  await client.invalidateQueries({ ...queriesOf([set]), refetchType: "none" });
}
