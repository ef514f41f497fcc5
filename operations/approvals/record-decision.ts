import { decidesFor } from "#domain/requests/active-delegates.ts";
import type { Decision } from "#domain/requests/phase-rules/decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Authorization } from "../kernel/subject.ts";
import { partiesOf } from "../notices/engine/notice.ts";
import { authorizeSubject } from "./authorize-subject.ts";
import type { FoundPhase } from "./find-phase.ts";

/** Decision of the caller in a phase; an override replaces the decisions of its authorizers, and needs a reason. */
export type SaidNow =
  | {
      readonly override: false;
      readonly decision: Decision;
      readonly comment: string | null;
      /** Keys of the items; null for all. */
      readonly operationKeys: readonly string[] | null;
    }
  | { readonly override: true; readonly decision: "approve" | "deny"; readonly comment: string };

/** A recorded decision. */
export interface RecordedDecision {
  readonly phase: number;
  readonly decision: Decision;
  /** Numbers of the items that it is about. */
  readonly operations: readonly number[];
}

/** A recorded decision with the state of the authorization after it. */
export interface CountedDecision {
  readonly recorded: RecordedDecision;
  readonly authorization: Authorization;
}

/**
 * Records a decision of the caller in an open phase and counts it. The next phase opens in the same transaction, so that approvals continue
 * while the engine is away; the caller of this function advances the subject.
 */
export async function recordDecision(context: CallContext, found: FoundPhase, said: SaidNow): Promise<CountedDecision> {
  const { store, ids, clock, caller } = context;
  const { subject, phase, phases, votes } = found;
  const { decision, comment, override } = said;
  const userKey = caller.key ?? "";
  const operationKeys = said.override ? null : said.operationKeys;
  const open = await subject.openItems(context);
  const decided = operationKeys === null ? open : open.filter((one) => operationKeys.includes(one.key));
  const decidedFor = said.override ? [] : decidesFor(userKey, votes.authorizers);
  const key = ids.guid();
  const earlier = [...votes.decisions, ...votes.voided].filter((one) => one.userKey === userKey);
  const row = await store.add("decisions", {
    key,
    requestKey: subject.key,
    requestPhaseKey: phase.key,
    phase: phase.sequence,
    userKey,
    decidedFor: decidedFor.length === 0 ? null : decidedFor,
    decision,
    operationKeys,
    comment,
    override,
    round: earlier.length + 1,
    decidedAt: clock.now(),
  });
  const told = { decision: key, phase: phase.sequence, user: userKey, answer: decision };
  if (said.override) subject.note(context, "overridden", { ...told, reason: said.comment });
  else subject.note(context, "decided", { ...told, for: decidedFor, operations: operationKeys, reason: comment });
  tellDecision(context, found, row);
  const known = new Map([[phase.key, { ...votes, decisions: [...votes.decisions, row] }]]);
  const authorization = await authorizeSubject(context, subject, { phases, known });
  const operations = decided.map(({ sequence }) => sequence);
  return { recorded: { phase: phase.sequence, decision, operations }, authorization };
}

/** Notifies requester and recipient of a decision, and of an override also the authorizers whom it replaces. */
function tellDecision(context: CallContext, { subject, phase, votes }: FoundPhase, row: Row<"decisions">): void {
  const { key: decisionKey, userKey: deciderKey, decision: answer, override } = row;
  const parties = partiesOf(context, subject);
  const authorizers = override ? votes.authorizers.map(({ userKey }) => userKey) : [];
  subject.tell(context, override ? "overridden" : "decided", {
    to: [...parties, ...authorizers.filter((key) => key !== deciderKey)],
    facts: { phase: phase.sequence, answer, deciderKey, decisionKey },
  });
}
