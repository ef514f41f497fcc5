import type { Outcome } from "#domain/requests/order.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import type { Row } from "#store/tables.ts";

import type { CodedOperation, RequestedOperation } from "./inputs/operation-input.ts";

type Operation = Row<"requestOperations">;
type Request = Row<"reqbatch">;

/** An operation of a request, as far as it was checked or saved, with its number in the request. */
export type NumberedOperation = Pick<
  CodedOperation,
  "code" | "accountKey" | "groupKey" | "roleKey" | "sodRuleKey" | "until" | "forHours"
> & {
  readonly sequence: number;
};

/** An operation of a request as it was saved. */
export type AcceptedOperation = NumberedOperation & Pick<Operation, "key">;

/** An operation that has ended well, with its request. */
export interface EndedOperation {
  readonly request: Request;
  readonly operation: Operation;
  /** Object as its target shows it now; nothing of it where no target was asked. */
  readonly outcome: Pick<Outcome, "object" | "unseen">;
}

/** Rows of the service that a successful operation has made or changed. */
export interface Applied {
  readonly accountKey?: string;
  readonly groupKey?: string;
  /** The name of the account or group, for the audit. */
  readonly name?: string;
}

/** Reader of a target system, which is read once for all operations of a step. */
export type TargetOf = (id: string) => Promise<Row<"targetSystems"> | undefined>;

/**
 * Work on the operations of one family (`domain/requests/operation-families.ts`) within the requests that hold them. What is left out does
 * not happen; what has no `begin`, or none for an operation, is performed by proxies and handed to them.
 */
export interface Performer<Context> {
  /**
   * Refuses a request whose recipient may not have what its operations ask for, before anything else is said of it; the keys are as the
   * request says them.
   * @throws the code that says what is missing
   */
  check?(context: Context, recipientKey: string, operations: readonly NumberedOperation[]): Promise<void>;
  /**
   * Returns the operations that follow from one of the family in a request for a recipient; left out = none.
   * @throws the code that says why they cannot be made
   */
  expanded?(context: Context, recipientKey: string, operation: CodedOperation): Promise<readonly RequestedOperation[]>;
  /** Returns for each of its operations whose phases decide about it; left out = those of its target system and its group. */
  authorizedBy?(
    context: Context,
    operations: readonly CodedOperation[],
  ): Promise<readonly (readonly PhaseResource[])[]>;
  /** Writes what belongs to the operations of a request that was accepted, in its transaction. */
  accepted?(context: Context, request: Request, operations: readonly AcceptedOperation[]): Promise<void>;
  /**
   * Carries out an operation whose request is locked and authorized, audits that, and returns what changes of it; one that stays pending is
   * ended by the performer later, or begun again at its `nextTryAt`. Undefined if a proxy is to perform it.
   */
  begin?(
    context: Context,
    operation: Operation,
    targetOf: TargetOf,
  ): Promise<Partial<Omit<Operation, "key">> | undefined>;
  /** Asks before a further try if an operation still has something to do; left out = it has. */
  stillApplicable?(context: Context, request: Request, operation: Operation): Promise<boolean>;
  /** Brings the rows of the service up to an operation that has ended well, in the transaction that ends it. */
  ended?(context: Context, ended: EndedOperation): Promise<Applied>;
  /** Ends what belongs to its operations of a request that has ended without being carried out. */
  withdrawn?(context: Context, requestKey: string, status: "withdrawn" | "denied"): Promise<void>;
}
