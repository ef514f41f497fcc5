import type { Query, QueryClient } from "@tanstack/react-query";

// Keys and parameters in brackets are not part of the name of a set.
const keys = /\((?:'[^']*'|[^'()])*\)/g;

/**
 * Reports whether data that was read at an address shows a set. It does if the address is the set, an entity of it or something beneath,
 * such as a function. It also does if a navigation of the same name leads to its entities from elsewhere.
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

/** Returns a filter of the queries that show one of the sets. */
export const queriesOf = (sets: readonly string[]) => ({
  predicate: ({ queryKey }: Query) => sets.some((set) => showsSet(queryKey[0], set)),
});

/**
 * Removes the cached lists of a set after the object of the open page was deleted: they are read again before they show anything. The
 * queries of the page itself stay, so that it does not ask for the deleted object. They are read again when the user comes back to the
 * page.
 */
export async function forgetRemoved(client: QueryClient, set: string): Promise<void> {
  client.removeQueries({ ...queriesOf([set]), type: "inactive" });
  await client.invalidateQueries({ ...queriesOf([set]), refetchType: "none" });
}
