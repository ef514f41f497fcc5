import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { MassReset } from "./model.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of mass resets. */
export const massResetsPath = pathOf("massResets");
/** Path of the set of deliveries of passwords. */
export const deliveriesPath = pathOf("passwordDeliveries");

const massResetActions = ["trial", "start", "pause", "resume", "stop"] as const;
const deliveryActions = ["download", "reveal"] as const;

const followedMs = 1_000;
const waitsMs = 5_000;
const refreshedEachMs = 15_000;
const shownMax = 100;

/** Reports whether a mass reset resets nothing any longer. */
export function isOverMassReset({ endedAt, state }: Pick<MassReset, "endedAt" | "state">): boolean {
  return endedAt !== null || state === "stopped";
}

/** Returns the milliseconds between two reads of a mass reset; false if nothing of it changes by itself. */
function pauseOf(massReset: MassReset | undefined): number | false {
  if (massReset === undefined || massReset.state === "draft" || isOverMassReset(massReset)) return false;
  return whileSomebodyLooks(massReset.state === "paused" ? waitsMs : followedMs)();
}

/** Returns the query for a mass reset with the actions that policies allow; polled until its end. */
export function massResetQuery(key: string) {
  return queryOptions({
    queryKey: [massResetsPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("massResets()", key), { select: withActions(massResetActions) }), signal),
    refetchInterval: ({ state: { data } }) => pauseOf(data),
  });
}

/** Returns the query for the progress of a mass reset on each target system; polled until its end. */
export function massResetTargetsQuery(massReset: MassReset) {
  const path = pathOf("massResets()/targets", massReset.key);
  return queryOptions({
    // Read once more when the mass reset has changed its state.
    queryKey: [path, massReset.state],
    queryFn: ({ signal }) => readAll(path, { orderby: "targetSystemKey" }, signal),
    refetchInterval: () => pauseOf(massReset),
  });
}

/** Returns the query for the file of the passwords of a mass reset, if it has one. */
export function fileDeliveryQuery(massResetKey: string) {
  const filter = `massResetKey eq ${massResetKey} and way eq 'file'`;
  return queryOptions({
    queryKey: [deliveriesPath, "file", massResetKey],
    queryFn: ({ signal }) =>
      read(address(deliveriesPath, { filter, select: withActions(deliveryActions), top: 1 }), signal),
  });
}

/** Returns the query for new passwords that wait for a user in My access. */
export function newPasswordsQuery(userKey: string) {
  const filter = `userKey eq ${userKey} and way eq 'myAccess' and state eq 'waiting'`;
  const options = { filter, orderby: "createdAt", select: withActions(deliveryActions), top: shownMax };
  return queryOptions({
    queryKey: [deliveriesPath, "waiting", userKey],
    queryFn: ({ signal }) => read(address(deliveriesPath, options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}
