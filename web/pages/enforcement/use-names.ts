import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { itemsByKeyQuery, roleNamesQuery } from "../../api/roles.ts";
import { useMay } from "../../session/use-may.ts";
import type { KnownNames } from "./difference-words.ts";

/** Returns the names of items of the catalog by their keys. */
export function namesOfItems(items: ReadonlyMap<string, { readonly name: string }> = new Map()): KnownNames {
  return new Map([...items].map(([key, { name }]) => [key, name]));
}

/** Reads the names of all roles that the reader may know, and those of the named groups. */
export function useNames(groupKeys: readonly string[] = []): KnownNames {
  const may = useMay();
  const { data: roles } = useQuery({ ...roleNamesQuery, enabled: may("roles_get_list") });
  const { data: groups } = useQuery(itemsByKeyQuery(groupKeys));
  return useMemo(
    () => new Map([...(roles ?? []).map(({ key, id }) => [key, id] as const), ...namesOfItems(groups)]),
    [roles, groups],
  );
}
