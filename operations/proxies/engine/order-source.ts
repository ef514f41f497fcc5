import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { EnrolledProxy } from "./enrolled-proxy.ts";

/** An operation of a source, locked until the transaction ends. */
export interface LockedOperation {
  /** Its key in the source. */
  readonly key: string;
  readonly targetSystemKey: string;
  /** The proxy in whose hands it is. */
  readonly proxyServer: string | null;
}

/** Who asks for an order, and of which target. */
export interface OrderAsker {
  readonly proxy: EnrolledProxy;
  readonly target: Row<"targetSystems">;
  /** The connectors of the process that asks, by id; undefined = it does not say. */
  readonly connectorVersions: ConnectorVersions | undefined;
}

/** Of an order what does not follow from its target. */
export type OrderContent = Pick<
  Order,
  | "requestId"
  | "code"
  | "object"
  | "group"
  | "attributes"
  | "password"
  | "passwordKey"
  | "olderPasswords"
  | "looksFirst"
  | "confirmWithoutVerify"
  | "mustChange"
  | "currentPassword"
  | "command"
>;

/** A send that its source has counted: an order with what its audit row says of it, or why there can be none. */
export type SourcedOrder = { readonly sends: number } & (
  | {
      readonly content: OrderContent;
      readonly audit: Pick<AuditRow, "recipient" | "batchId" | "requested" | "requestId">;
    }
  | { readonly failure: Pick<Outcome, "code" | "message"> }
);

/**
 * What a proxy reports of an operation, signed by it: its signature, or the hash by which it is among those that have one together. It is
 * empty where the hand-out itself has failed.
 */
export interface SourcedOutcome<Operation extends LockedOperation = LockedOperation> {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly signature: string;
}

/** An outcome that was recorded. */
export interface RecordedOutcome<
  Operation extends LockedOperation = LockedOperation,
> extends SourcedOutcome<Operation> {
  /** With it has ended what its operation was a part of: nothing follows. */
  readonly isLast?: boolean;
}

/**
 * Where orders come from and their outcomes go to, for one kind of operation. Whoever asks has made sure before that what is
 * locked is in the hands of the proxy that calls, and seals, audits and counts nothing that stands here. All of a call happens
 * in one transaction.
 */
export interface OrderSource<Operation extends LockedOperation = LockedOperation> {
  /** Locks operations by their keys in this source, always in one order; unknown ones are left out. */
  lock(context: CallContext, keys: readonly string[]): Promise<readonly Operation[]>;
  /** Counts the next send of an operation and says what is to be done; undefined where it is not open, or not to be sent now. */
  order(context: CallContext, operation: Operation, asker: OrderAsker): Promise<SourcedOrder | undefined>;
  /**
   * Records outcomes, one for each operation, and gives those that are new: the same signed outcome again changes nothing.
   * @throws OUTCOME_REFUSED when one does not answer the latest send of an open operation
   */
  record(
    context: CallContext,
    outcomes: readonly SourcedOutcome<Operation>[],
  ): Promise<readonly RecordedOutcome<Operation>[]>;
  /** Hears that a process of a proxy has begun: nobody may have in hand any more what was sent to that proxy before. */
  proxyBegun?(context: CallContext, proxyId: string): Promise<void>;
}
