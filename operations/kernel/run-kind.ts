import type { Expression } from "#domain/query/bound-query.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { Row, TableName } from "#store/tables.ts";

/** A long piece of work over many items, which a workflow walks through. */
export type Run = Row<"runs">;

type ItemColumn =
  | "key"
  | "runKey"
  | "targetSystemKey"
  | "sends"
  | "nextTryAt"
  | "deadlineAt"
  | "steadyDeadline"
  | "begunAt"
  | "endedAt"
  | "result"
  | "errorCode"
  | "message"
  | "followedByKey";

/** A table whose rows can be items of runs: it has every column by which runs are walked through. */
export type ItemTable = {
  [T in TableName]: Row<T> extends Pick<Row<"vaultOrders">, ItemColumn> ? T : never;
}[TableName];

/** An act on one item of a run; the act that follows it on the same item is another row. */
export type RunItem<T extends ItemTable = ItemTable> = Row<T>;

/** The end of an item that nobody answers: X = there was nothing to do any more. */
export interface ItemEnd {
  readonly result: "F" | "X";
  readonly errorCode: string | null;
  readonly message: string;
}

/** End of what a stopped run has not sent. */
export const unsent: ItemEnd = { result: "X", errorCode: null, message: "The run was stopped before." };

/** An item with its end. */
export interface EndingItem<T extends ItemTable = ItemTable> {
  readonly item: RunItem<T>;
  readonly end: ItemEnd;
}

/** The answer to an act of the service itself. */
export type ItemAnswer = Pick<Outcome, "result" | "code" | "message" | "retryAfterMs" | "tried">;

/** An item that has failed, for the report of a run: its names by columns of the kind, and the words of the target. */
export type ReportRow = Readonly<Record<string, string | null>>;

/** Number of further items of a lane that may begin now. */
export interface Allowance {
  /** Number of them at most. */
  readonly items: number;
  /** Condition on those that may begin; left out for any. */
  readonly where?: Expression;
  /** Milliseconds after which more may; null where an event has to come first. */
  readonly waitMs: number | null;
}

/** The items of a kind that proxies carry out, by orders of the source of the kind. */
export interface ProxyLanes<Context, T extends ItemTable = ItemTable> {
  /** Items that a lane has in its hands at a time. */
  readonly chunk: number;
  /** Returns the proxy that serves a lane now; undefined where nobody does, and its items end. */
  proxyOf(context: Context, lane: string): Promise<string | undefined>;
  /** Returns the end of an item that was never sent and whose lane nobody serves. */
  endUnserved(item: RunItem<T>): ItemEnd;
  /** Tells whether what is in the hands of a lane is to be taken back, because another process gets it. */
  isToBeTakenBack(context: Context, run: Run, lane: string): Promise<boolean>;
  /** Tells how many items of a lane that have not begun may begin now, in the current transaction; left out where all may. */
  allowance?(context: Context, run: Run, lane: string): Promise<Allowance>;
  /** Begins items of a lane, the next act of each, in the current transaction; returns the keys of those that can be sent now. */
  begin(
    context: Context,
    run: Run,
    work: { readonly items: readonly RunItem<T>[]; readonly proxy: string },
  ): Promise<readonly string[]>;
}

/** The items of a kind on which the service itself acts. */
export interface OwnLanes<Context> {
  /** Items that a lane has in its hands at a time. */
  readonly chunk: number;
  /** Tells whether a lane goes to no proxy. */
  has(lane: string): boolean;
  /** Tells how many items of a lane that have not begun may begin now, in the current transaction; left out where all may. */
  allowance?(context: Context, run: Run, lane: string): Promise<Allowance>;
  /** Counts an act on an item before it happens, in the current transaction; returns its number, or null where nothing is to be done now. */
  begin(context: Context, key: string): Promise<number | null>;
  /** Acts on an item, outside of any transaction. */
  act(context: Context, key: string): Promise<ItemAnswer>;
  /**
   * Records the answer to the act of a number, in the current transaction.
   * @throws OUTCOME_REFUSED where another act has been counted meanwhile
   */
  record(
    context: Context,
    key: string,
    answered: { readonly sends: number; readonly answer: ItemAnswer },
  ): Promise<void>;
}

/** A kind of runs: the parts in which runs differ. The state, the lanes, the pauses and the end of a run are the same for all. */
export interface RunKind<Context, T extends ItemTable = ItemTable> {
  /** The name of such a run for people, at the beginning of a sentence. */
  readonly title: string;
  /** The prefix of the keys by which the engine and proxies know its items. */
  readonly source: string;
  /** The table of its items, and the column that is set while one of them is in hand. */
  readonly items: { readonly table: T; readonly heldBy: "openAccountKey" | "begunAt" };
  /** Returns the time after its beginning after which an item is given up that nobody answers, in milliseconds. */
  givenUpMs(item: RunItem<T>): number;
  /** True if whoever resumes such a run has to have proved their identity just before. */
  readonly resumesByProof?: true;
  /** Tells whether somebody else fetches what is to be done: such a run has no workflow. */
  isFetched(run: Run): boolean;
  /** Writes the next page of the items of a run, in the current transaction; returns true where more may follow. */
  plan(context: Context, run: Run): Promise<boolean>;
  /**
   * Writes the next page of the items that a stopped run has not planned, each with its end, in the current transaction; returns true where more
   * may follow. Left out where they leave nothing behind.
   */
  planStopped?(context: Context, run: Run): Promise<boolean>;
  /** Ends items that nobody answers, in the current transaction, with what follows from that. */
  end(context: Context, run: Run, ending: readonly EndingItem<T>[]): Promise<void>;
  /** Looks at a run whose row is locked before its next step: it may pause it. Returns the run as it is then. */
  look?(context: Context, run: Run): Promise<Run>;
  /** Follows another state of a run, in the current transaction. */
  follow?(context: Context, run: Run): Promise<void>;
  /**
   * Drops what there is besides the items of a run that is over for long enough, in the current transaction, as much as one takes; returns true
   * if some is left.
   */
  drop?(context: Context, run: Run): Promise<boolean>;
  readonly byProxies?: ProxyLanes<Context, T>;
  readonly byService?: OwnLanes<Context>;
  readonly report: {
    /** Counts the items that are done as they should be. */
    done(run: Run, count: (...parts: readonly Expression[]) => Promise<number>): Promise<number>;
    /** Items that a report names, among those that have failed. */
    readonly named: Expression;
    row(item: RunItem<T>): ReportRow;
  };
}

/** The kinds of runs by their names. */
export type RunKinds<Context> = ReadonlyMap<string, RunKind<Context>>;
