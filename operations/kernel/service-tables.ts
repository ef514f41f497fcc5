import type { AnalysisKindName } from "#domain/analyses/analysis-kinds.ts";
import type { OpenLeaverStep } from "#domain/identity/leaver-steps.ts";
import type { LogStanding } from "#domain/log-standing.ts";
import type { DeliveredKind } from "#domain/plugins/plugin-delivery.ts";
import type { OperationFamily } from "#domain/requests/operation-families.ts";
import type { SubjectKindName } from "#domain/requests/subject-kinds.ts";

import type { AnalysisKind } from "./analysis-kind.ts";
import type { AttachNamed } from "./attachments.ts";
import type { ColumnCall, ColumnChange } from "./column-change.ts";
import type { Courier } from "./courier.ts";
import type { LeaverStep } from "./leaver-step.ts";
import type { Performer } from "./performer.ts";
import type { RunKinds } from "./run-kind.ts";
import type { SubjectKind } from "./subject.ts";

/** The contributions of capabilities to the work of those below them: `operations/tables` puts them together, and the composition hands them in. */
export interface ServiceTables<Context> {
  /**
   * Adds values that no column holds.
   * @throws RangeError where no function has the name
   */
  readonly attach: AttachNamed;
  /** Returns what is done about the operations of a family within requests. */
  performerOf(family: OperationFamily): Promise<Performer<Context>>;
  /** Returns the deliverer of what is queued for the plug-ins of a kind. */
  courierOf(kind: DeliveredKind): Promise<Courier<Context>>;
  /** Returns a kind of subjects: how one is found, and what follows from its authorization. */
  subjectKind(name: SubjectKindName): Promise<SubjectKind<Context>>;
  /** Returns the kinds of runs: each says how its items are planned and carried out, and what its report holds. */
  runKinds(): Promise<RunKinds<Context>>;
  /** Returns a kind of analyses: how its result is computed. */
  analysisKind(name: AnalysisKindName): Promise<AnalysisKind<Context>>;
  /** Returns a step of what happens when a person leaves. */
  leaverStep(name: OpenLeaverStep): Promise<LeaverStep<Context>>;
  /** Returns the call by which an administrator would write a value into a column; undefined if there is none. */
  changeOfColumn(change: ColumnChange): Promise<ColumnCall<Context> | undefined>;
  /** Notifies superusers, in the current transaction, of a number of conflicts between nodes about access. */
  tellOfConflicts(context: Context, conflicts: number): Promise<void>;
  /** Notifies superusers of a node for which the change log is kept. */
  tellOfSilentNode(context: Context, node: { readonly standing: LogStanding; readonly rows: number }): Promise<void>;
  /** Notifies superusers, in the current transaction, of a number of rows that nodes have differently. */
  tellOfDifferences(context: Context, differences: number): Promise<void>;
  /** Tells people, in the current transaction, of what an operation has written by which somebody may reach secrets. */
  tellOfAccess(context: Context, operation: string): Promise<void>;
}
