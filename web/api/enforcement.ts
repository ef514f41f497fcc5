import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { EnforcementRun } from "./model.ts";
import { address, literal } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of runs of autores and rbacenforce. */
export const enforcementRunsPath = pathOf("enforcementRuns");
/** Path of the set of exceptions from roles and rules. */
export const accessExceptionsPath = pathOf("accessExceptions");

/** Actions of a run; the API reports for each whether policies allow it. */
const enforcementActions = ["pause", "resume", "stop", "confirm"] as const;

const followedMs = 1_000;
const waitsMs = 5_000;
const keptForMs = 60_000;

/** Reports whether a run resolves nothing any longer. */
export function isOverEnforcement({ endedAt, state }: Pick<EnforcementRun, "endedAt" | "state">): boolean {
  return endedAt !== null || state === "stopped";
}

/** Returns the query for a run with the actions that policies allow; polled until its end. */
export function enforcementRunQuery(key: string) {
  return queryOptions({
    queryKey: [enforcementRunsPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("enforcementRuns()", key), { select: withActions(enforcementActions) }), signal),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      if (isOverEnforcement(data)) return false;
      const waits = data.state === "confirming" || data.state === "paused";
      return whileSomebodyLooks(waits ? waitsMs : followedMs)();
    },
  });
}

/** Returns the query for the numbers of requests by their keys. */
export function requestNumbersQuery(keys: readonly string[]) {
  const path = pathOf("requests");
  return queryOptions({
    queryKey: [path, "numbers", ...keys],
    queryFn: async ({ signal }) => {
      const filter = `key in (${keys.map(literal).join(",")})`;
      const requests = await readAll(path, { filter, select: "key,number" }, signal);
      return new Map(requests.map(({ key, number }) => [key, number]));
    },
    enabled: keys.length > 0,
    staleTime: keptForMs,
  });
}
