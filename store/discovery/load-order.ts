import type { DiscoveredType } from "#domain/discovery/discovery.ts";

import type { Database } from "../database.ts";
import type { SetWriter } from "./set-writer.ts";

/** What is to be loaded. */
export interface LoadOrder {
  readonly run: string;
  readonly targetSystemKey: string;
  /** Types of which everything was listed, so that what is missing is gone. */
  readonly full: readonly DiscoveredType[];
  /** Rows that are not older than this stamp stay even where the listing does not have them. */
  readonly startedStamp: string;
  /** The listing has come in one try, so that nothing was shown anew behind a cursor. */
  readonly inOneGo: boolean;
  /** Whether groups become managed (automaticallyDiscoverResourcesToLoad). */
  readonly groupsBecomeManaged: boolean;
}

/** What the parts of a load work with. */
export interface LoadParts {
  readonly database: Database;
  readonly writer: SetWriter;
}
