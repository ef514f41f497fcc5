import { configurationStandIns } from "./configuration.ts";
import { managedStandIns } from "./managed.ts";
import { peopleStandIns } from "./people.ts";
import type { StandIns } from "./stand-in.ts";

/** What operators' commands call that the service offers to its own machine alone, and what stands in for it elsewhere. */
export const standIns: StandIns = { ...peopleStandIns, ...configurationStandIns, ...managedStandIns };
