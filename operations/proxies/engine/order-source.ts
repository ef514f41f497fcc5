import type { Secret } from "#connectors/contract/index.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { EnrolledProxy } from "./enrolled-proxy.ts";

/** An operation of a source, locked until the transaction ends. */
export interface LockedOperation {
  /** Key in the source. */
  readonly key: string;
  readonly targetSystemKey: string;
  /** ID of the proxy that holds it. */
  readonly proxyServer: string | null;
}

/** Proxy and process that fetch an order, and its target. */
export interface OrderAsker {
  readonly proxy: EnrolledProxy;
  readonly target: Row<"targetSystems">;
  /** Connector versions of the calling process, by ID; undefined if it does not send them. */
  readonly connectorVersions: ConnectorVersions | undefined;
  /** Results of the preparation of all operations of the call, by their keys. */
  readonly prepared: PreparedOrders;
}

/** Password of an order as it was prepared before the transaction: the one to send, or the words of its refusal. */
export type PreparedOrder = {
  /** Sealed password that was prepared: another one by then has not been. */
  readonly of: string;
} & ({ readonly password: Secret } | { readonly refusal: string });

/** Prepared orders by the keys of their operations; those without preparation are left out. */
export type PreparedOrders = ReadonlyMap<string, PreparedOrder>;

/** Fields of an order that do not follow from its target. */
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
  | "verifiesAfter"
  | "confirmWithoutVerify"
  | "mustChange"
  | "currentPassword"
  | "command"
>;

/** A send that its source has counted: an order with its audit columns, or the failure. */
export type SourcedOrder = { readonly sends: number } & (
  | {
      readonly content: OrderContent;
      readonly audit: Pick<AuditRow, "recipient" | "batchId" | "requested" | "requestId">;
    }
  | { readonly failure: Pick<Outcome, "code" | "message"> }
);

/**
 * Signed report of a proxy about an operation. The signature is its own, or its hash in a jointly signed set. It is empty if the hand-out
 * itself failed.
 */
export interface SourcedOutcome<Operation extends LockedOperation = LockedOperation> {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly signature: string;
}

/** A recorded outcome. */
export interface RecordedOutcome<
  Operation extends LockedOperation = LockedOperation,
> extends SourcedOutcome<Operation> {
  /** True if the whole that its operation belongs to has ended: nothing follows. */
  readonly isLast?: boolean;
}

/**
 * Source of orders and recorder of outcomes, for one kind of operation. The caller checks that the calling proxy holds the locked
 * operations, and seals and audits. All of a call is one transaction.
 */
export interface OrderSource<Operation extends LockedOperation = LockedOperation> {
  /** Locks operations by their keys in this source, always in one order; unknown keys are left out. */
  lock(context: CallContext, keys: readonly string[]): Promise<readonly Operation[]>;
  /** Performs slow work about operations that are not locked yet, before the transaction; left out where there is none. */
  prepare?(context: CallContext, keys: readonly string[]): Promise<PreparedOrders>;
  /** Counts the next send of an operation and returns its content; undefined if it is not open, or must not be sent now. */
  order(context: CallContext, operation: Operation, asker: OrderAsker): Promise<SourcedOrder | undefined>;
  /**
   * Records outcomes, one for each operation, and returns the new ones: the same signed outcome again changes nothing.
   * @throws OUTCOME_REFUSED if one does not answer the latest send of an open operation
   */
  record(
    context: CallContext,
    outcomes: readonly SourcedOutcome<Operation>[],
  ): Promise<readonly RecordedOutcome<Operation>[]>;
  /** Handles the start of a process of a proxy: no process may still hold the orders sent to that proxy before. */
  proxyBegun?(context: CallContext, proxyId: string): Promise<void>;
}
