import type { Row } from "#store/tables.ts";

type Operation = Row<"requestOperations">;

/** A performer of operations that no proxy carries out, within the requests that ask for them. */
export interface Performer<Context> {
  /**
   * Refuses a request whose recipient may not have what its operations ask for, before anything else is said of it; `accountKey` is as the
   * request says it.
   * @throws the code that says what is missing
   */
  check(
    context: Context,
    recipientKey: string,
    operations: readonly { readonly code: string; readonly accountKey?: string | null | undefined }[],
  ): Promise<void>;
  /** Writes what belongs to the operations of a request that was accepted, in its transaction. */
  accepted(
    context: Context,
    request: Row<"reqbatch">,
    operations: readonly Pick<Operation, "key" | "code" | "sequence" | "accountKey">[],
  ): Promise<void>;
  /** Carries out an operation whose request is locked and authorized, and returns what changes of it. */
  begin(context: Context, operation: Operation): Promise<Partial<Operation>>;
  /** Ends what belongs to a request that has ended without being carried out. */
  withdrawn(context: Context, requestKey: string, status: "withdrawn" | "denied"): Promise<void>;
}
