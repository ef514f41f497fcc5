import type { AnyDefinition, Connector, KitSamples, Operations } from "#connectors/contract/index.ts";

import type { Session } from "./directory.ts";
import { healthy } from "./healthy.ts";

/** A connector that is healthy except for one defect. */
export interface Defect {
  /** Mistake of its author. */
  readonly flaw: string;
  /** Rule of the kit that must find it. */
  readonly rule: string;
  /** Rules that it breaks as well, because one thing is a part of the other; no further one may find it. */
  readonly also?: readonly string[];
  readonly definition: Partial<AnyDefinition>;
  /** Connector that has the defect; absent = the healthy one. */
  readonly of?: Connector;
  /** Further samples that its author gives for the target. */
  readonly samples?: KitSamples;
}

/** Operations of the directory, all of them present. */
export type Ready = Required<Operations<Session>>;

/** Operations without a defect. */
export const good = healthy.definition.operations as Ready;

/** Returns a definition in which some operations are replaced. */
export const flawed = (operations: Partial<Ready>): Partial<AnyDefinition> => ({
  operations: { ...good, ...operations },
});
