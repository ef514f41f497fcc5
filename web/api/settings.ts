import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { Setting } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of settings. */
export const settingsPath = "/v2/settings";

/** Returns the path of a setting. */
export const settingPath = (name: string) => entity(settingsPath, name);

/** Returns the query for a setting as the answering process applies it. */
export function settingQuery(name: string) {
  return queryOptions({
    queryKey: [settingsPath, name],
    queryFn: ({ signal }) => read<Tagged<Setting>>(settingPath(name), signal),
  });
}
