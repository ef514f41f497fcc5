import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { Setting } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of settings. */
export const settingsPath = "/v2/settings";

/** The path of a setting. */
export const settingPath = (name: string) => entity(settingsPath, name);

/** A setting as it is in force in the process that answers. */
export function settingQuery(name: string) {
  return queryOptions({
    queryKey: [settingsPath, name],
    queryFn: ({ signal }) => read<Tagged<Setting>>(settingPath(name), signal),
  });
}
