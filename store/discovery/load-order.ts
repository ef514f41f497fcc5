import type { DiscoveredType } from "#domain/discovery/discovery.ts";

import type { Database } from "../database.ts";
import type { SetWriter } from "./set-writer.ts";

/** Order to load a staged run. */
export interface LoadOrder {
  readonly run: string;
  readonly targetSystemKey: string;
  /** Types that were listed in full, so that missing objects are gone. */
  readonly full: readonly DiscoveredType[];
  /** Stamp of the start of the listing; rows that are not older stay even if the listing lacks them. */
  readonly startedStamp: string;
  /** True if the listing came in one attempt, so that no cursor made it show an object again. */
  readonly inOneGo: boolean;
  /** True if groups become managed (automaticallyDiscoverResourcesToLoad), except those that a person keeps unmanaged. */
  readonly groupsBecomeManaged: boolean;
}

/** Dependencies of the parts of a load. */
export interface LoadParts {
  readonly database: Database;
  readonly writer: SetWriter;
}
