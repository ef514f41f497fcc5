import type { AnyDefinition, Connector, KitSamples, Operations } from "#connectors/contract/index.ts";

import type { Session } from "./directory.ts";
import { healthy } from "./healthy.ts";

/** A connector that is healthy but for one defect. */
export interface Defect {
  /** What its author did wrong. */
  readonly flaw: string;
  /** The rule of the kit that must find it. */
  readonly rule: string;
  /** Rules that it breaks as well, as one thing is a part of the other; no further one may find it. */
  readonly also?: readonly string[];
  readonly definition: Partial<AnyDefinition>;
  /** The connector that has the defect; absent = the healthy one. */
  readonly of?: Connector;
  /** What its author says of the target besides. */
  readonly samples?: KitSamples;
}

/** The operations of the directory, each of them there. */
export type Ready = Required<Operations<Session>>;

/** The operations without a defect. */
export const good = healthy.definition.operations as Ready;

/** A definition in which some operations are others. */
export const flawed = (operations: Partial<Ready>): Partial<AnyDefinition> => ({
  operations: { ...good, ...operations },
});
