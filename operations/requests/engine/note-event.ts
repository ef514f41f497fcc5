import type { EventKind, FactsOf, SubmittedOperation } from "#domain/requests/ledger/event-kinds.ts";
import { shownAttributes } from "#domain/requests/ledger/shown-attributes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StoppedPhase } from "../../kernel/subject.ts";
import type { SavedOperation } from "./save-request.ts";

/** Services for recording events. */
export type Noting = Pick<CallContext, "store" | "clock" | "caller">;

/** Records an event in the ledger of a request; the current transaction has created the request or has it locked. */
export function noteEvent<K extends EventKind>(
  { store, clock, caller }: Noting,
  requestKey: string,
  kind: K,
  facts: FactsOf<K>,
): void {
  store.requestLedger.note(requestKey, { kind, facts, happenedAt: clock.now(), actor: caller.key });
}

/** Records a hold: a phase of a request cannot open before a workflow manager has decided. */
export function noteHeld(context: Noting, requestKey: string, { sequence: phase, reason }: StoppedPhase): void {
  noteEvent(context, requestKey, "held", { phase, reason });
}

/** Rows of an accepted request. */
interface Accepted {
  readonly request: Row<"reqbatch">;
  readonly operations: readonly SavedOperation[];
  /** Number of its phases. */
  readonly phases: number;
}

/** Records the acceptance of a request, as the first event of its ledger. */
export function noteSubmitted(context: Noting, { request, operations, phases }: Accepted): void {
  noteEvent(context, request.key, "submitted", {
    number: request.number,
    status: request.status,
    origin: request.origin,
    requester: request.requesterKey,
    recipient: request.recipientKey,
    reason: request.reason,
    startAt: request.startAt,
    expiresAt: request.expiresAt,
    phases,
    operations: operations.map(toldOperation),
  });
}

/** Operations of a request after some of them were changed. */
interface Edited {
  readonly changed: readonly SavedOperation[];
  /** Operations that have not ended. */
  readonly operations: readonly SavedOperation[];
}

/** Records an edit of operations by the caller. */
export function noteEdited(context: Noting, requestKey: string, { changed, operations }: Edited): void {
  noteEvent(context, requestKey, "edited", {
    user: context.caller.key ?? "",
    changed: changed.map(({ key }) => key),
    operations: operations.map(toldOperation),
  });
}

function toldOperation(operation: SavedOperation): SubmittedOperation {
  const { key, sequence, code, targetSystemKey: targetSystem, dependsOn } = operation;
  const objects = { account: operation.accountKey, group: operation.groupKey };
  return {
    key,
    sequence,
    code,
    targetSystem,
    dependsOn,
    ...objects,
    ...(operation.roleKey !== null && { role: operation.roleKey }),
    ...(operation.sodRuleKey !== null && { rule: operation.sodRuleKey }),
    attributes: shownAttributes(operation.attributes),
    ...(operation.until !== null && { until: operation.until }),
    ...(operation.forHours !== null && { forHours: operation.forHours }),
  };
}
