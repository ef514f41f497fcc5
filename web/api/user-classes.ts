import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { UserClass } from "./model.ts";
import { entity } from "./odata.ts";
import { readAll } from "./read-all.ts";

/** The set of user classes. */
export const userClassesPath = "/v2/userClasses";
/** The path of a class. */
export const userClassPath = (id: string) => entity(userClassesPath, id);
/** The path of the members of a class. */
export const membersOfClassPath = (id: string) => `${userClassPath(id)}/members`;

/** A class of users. */
export function userClassQuery(id: string) {
  return queryOptions({
    queryKey: [userClassesPath, id],
    queryFn: ({ signal }) => read<UserClass>(userClassPath(id), signal),
  });
}

/** The names of all classes, to choose from. */
export const classNamesQuery = queryOptions({
  queryKey: [userClassesPath, "names"],
  queryFn: ({ signal }) =>
    readAll<Pick<UserClass, "id" | "description">>(
      userClassesPath,
      { select: "id,description", orderby: "id" },
      signal,
    ),
});

/** Whether a class is the service's own, which cannot be removed. */
export const isBuiltIn = (id: string) => id.startsWith("_");
