import { decidesFor } from "#domain/requests/active-delegates.ts";
import type { Decision } from "#domain/requests/phase-rules/decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice, partiesOf } from "../../notices/engine/notice.ts";
import { authorizationOf, authorizeRequest, type PhaseVotes } from "./authorize-request.ts";
import type { FoundPhase } from "./find-phase.ts";
import { goOn, noteNext } from "./go-on.ts";
import { openOperations } from "./judge-phase.ts";
import { momentsOf } from "./moments-of.ts";
import { noteEvent } from "./note-event.ts";

/** Decision of the caller in a phase; an override replaces the decisions of its authorizers, and needs a reason. */
export type SaidNow =
  | {
      readonly override: false;
      readonly decision: Decision;
      readonly comment: string | null;
      /** Keys of the operations; null for all. */
      readonly operationKeys: readonly string[] | null;
    }
  | { readonly override: true; readonly decision: "approve" | "deny"; readonly comment: string };

/** A recorded decision. */
export interface RecordedDecision {
  readonly requestKey: string;
  readonly phase: number;
  readonly decision: Decision;
  /** Numbers of the operations that it is about. */
  readonly operations: readonly number[];
}

/** Records a decision of the caller in an open phase, and lets the request continue accordingly. */
export async function recordDecision(
  context: CallContext,
  found: FoundPhase,
  said: SaidNow,
): Promise<RecordedDecision> {
  const { store, ids, clock, caller } = context;
  const { request, phase, votes } = found;
  const { decision, comment, override } = said;
  const userKey = caller.key ?? "";
  const operationKeys = said.override ? null : said.operationKeys;
  const open = await openOperations(context, request.key);
  const decided = operationKeys === null ? open : open.filter((one) => operationKeys.includes(one.key));
  const decidedFor = said.override ? [] : decidesFor(userKey, votes.authorizers);
  const key = ids.guid();
  const earlier = [...votes.decisions, ...votes.voided].filter((one) => one.userKey === userKey);
  const row = await store.add("decisions", {
    key,
    requestKey: request.key,
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
  if (said.override) noteEvent(context, request.key, "overridden", { ...told, reason: said.comment });
  else {
    const about = { for: decidedFor, operations: operationKeys, reason: comment };
    noteEvent(context, request.key, "decided", { ...told, ...about });
  }
  tellDecision(context, found, row);
  await countAnew(context, found, { ...votes, decisions: [...votes.decisions, row] });
  const operations = decided.map(({ sequence }) => sequence);
  return { requestKey: request.key, phase: phase.sequence, decision, operations };
}

/** Notifies requester and recipient of a decision, and of an override also the authorizers whom it replaces. */
function tellDecision(context: CallContext, { request, phase, votes }: FoundPhase, row: Row<"decisions">): void {
  const { key: decisionKey, userKey: deciderKey, decision: answer, override } = row;
  const parties = partiesOf(context, request);
  const authorizers = override ? votes.authorizers.map(({ userKey }) => userKey) : [];
  notice(context, override ? "overridden" : "decided", {
    requestKey: request.key,
    to: [...parties, ...authorizers.filter((key) => key !== deciderKey)],
    facts: { phase: phase.sequence, answer, deciderKey, decisionKey },
  });
}

/**
 * Counts a phase with its new votes. The next one opens, or the request begins or ends, in the same transaction, so that approvals continue
 * while the engine is away.
 */
export async function countAnew(
  context: CallContext,
  { request, phases, phase }: FoundPhase,
  votes: PhaseVotes,
): Promise<void> {
  const authorization = await authorizeRequest(context, phases, new Map([[phase.key, votes]]));
  if (authorization !== "waiting") await goOn(context, request, authorization);
}

/** Counts the phases of a locked request by its rows, and lets it continue accordingly. */
export async function countRequest(context: CallContext, request: Row<"reqbatch">): Promise<void> {
  const authorization = await authorizationOf(context, request);
  if (authorization === "waiting") await noteNext(context, request, await momentsOf(context, request));
  else await goOn(context, request, authorization);
}
