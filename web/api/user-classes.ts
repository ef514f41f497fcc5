import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { UserClass } from "./model.ts";
import { entity } from "./odata.ts";
import { readAll } from "./read-all.ts";

/** Path of the set of user classes. */
export const userClassesPath = "/v2/userClasses";
/** Returns the path of a user class. */
export const userClassPath = (id: string) => entity(userClassesPath, id);
/** Returns the path of the members of a user class. */
export const membersOfClassPath = (id: string) => `${userClassPath(id)}/members`;

/** Returns the query for a user class. */
export function userClassQuery(id: string) {
  return queryOptions({
    queryKey: [userClassesPath, id],
    queryFn: ({ signal }) => read<UserClass>(userClassPath(id), signal),
  });
}

/** Query for the names of all user classes, to select from. */
export const classNamesQuery = queryOptions({
  queryKey: [userClassesPath, "names"],
  queryFn: ({ signal }) =>
    readAll<Pick<UserClass, "id" | "description">>(
      userClassesPath,
      { select: "id,description", orderby: "id" },
      signal,
    ),
});

/** Reports whether a user class is built in; built-in classes cannot be deleted. */
export const isBuiltIn = (id: string) => id.startsWith("_");
