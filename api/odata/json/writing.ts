import type { QueryResult } from "#domain/query/bound-query.ts";

import type { Model } from "../model/model.ts";
import type { MetadataLevel } from "../negotiate.ts";

/** What an answer is written with. */
export interface Writing {
  readonly model: Model;
  /** The public address of the service root, such as `https://…/v2`. */
  readonly root: string;
  readonly metadata: MetadataLevel;
  /** True where large and decimal numbers are texts. */
  readonly ieee754: boolean;
  /**
   * The link to more rows of an expansion: the path of its collection, its names from the top, and what was given of it;
   * null where nothing is left of what was asked for.
   */
  nestedLink(path: string, names: readonly string[], given: QueryResult): string | null;
}
