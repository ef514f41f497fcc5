import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of user classes. */
export const userClassesPath = pathOf("userClasses");

/** Returns the query for a user class. */
export function userClassQuery(id: string) {
  return queryOptions({
    queryKey: [userClassesPath, id],
    queryFn: ({ signal }) => read(pathOf("userClasses()", id), signal),
  });
}

/** Query for the names of all user classes, to select from. */
export const classNamesQuery = queryOptions({
  queryKey: [userClassesPath, "names"],
  queryFn: ({ signal }) => readAll(userClassesPath, { select: "id,description", orderby: "id" }, signal),
});

/** Reports whether a user class is built in; built-in classes cannot be deleted. */
export const isBuiltIn = (id: string) => id.startsWith("_");
