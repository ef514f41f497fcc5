import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of settings. */
export const settingsPath = pathOf("settings");

/** Returns the query for a setting as the answering process applies it. */
export function settingQuery(name: string) {
  return queryOptions({
    queryKey: [settingsPath, name],
    queryFn: ({ signal }) => read(pathOf("settings()", name), signal),
  });
}
