import type { EntitySet } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";

/** The rows that a query, or an expanded one, is about. */
export interface Rows {
  readonly set: EntitySet;
  /** The type they are declared to have: the set's, or one derived from it after a cast. */
  readonly type: StructuredType;
  readonly source: string;
  readonly policy: string;
}
