import { configurationStandIns } from "./configuration.ts";
import { groupStandIns } from "./groups.ts";
import { managedStandIns } from "./managed.ts";
import { nodeStandIns } from "./nodes.ts";
import { peopleStandIns } from "./people.ts";
import type { StandIns } from "./stand-in.ts";

/** Stand-ins at a remote service for the operations of operators' commands that are offered only to the service's own machine. */
export const standIns: StandIns = {
  ...peopleStandIns,
  ...configurationStandIns,
  ...groupStandIns,
  ...managedStandIns,
  ...nodeStandIns,
};
