import type { Expression } from "#domain/query/bound-query.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Store } from "#store/store.ts";

/** A row by the names of its values. */
export type Values = Readonly<Record<string, unknown>>;

/** The parts of a call from which values are computed. */
export interface AttachContext {
  readonly store: Store;
  readonly settings: Settings;
  readonly log: Logger;
  /** Conditions on visible rows, if the call was checked by rows. */
  readonly visible?: ReadonlyMap<string, Expression>;
}

/** Adds to the rows of a page, in few statements for all, those of its computed values that are wanted. */
export type Attach = (
  context: AttachContext,
  rows: readonly Values[],
  wanted: readonly string[],
) => Promise<readonly Values[]>;

/** Adds by the function of a name. */
export type AttachNamed = (name: string, ...given: Parameters<Attach>) => ReturnType<Attach>;
