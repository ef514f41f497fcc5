import { ServiceError } from "#domain/errors.ts";
import type { Decision } from "#domain/requests/phase-rules/decision.ts";
import { isAbout, namesOperations } from "#domain/requests/phase-verdict.ts";
import { needsReason } from "#domain/requests/reason-required.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { type FoundPhase, requireOpen } from "./find-phase.ts";
import { type CountedDecision, recordDecision } from "./record-decision.ts";

/** Decision of an approver, as the call states it. */
export interface StatedDecision {
  readonly decision: Decision;
  /** Numbers of items; null for all about which the caller has not decided. */
  readonly numbers: readonly number[] | null;
  readonly comment: string | null;
}

/** Items of a decision that may be made. */
interface Decidable {
  /** Keys of the items; null for all. */
  readonly operationKeys: readonly string[] | null;
  /** Numbers of the items. */
  readonly decided: readonly number[];
}

/**
 * Throws unless an approver may make a decision in an open phase; `before` may refuse it once it is known to be allowed.
 * @throws NOT_AN_AUTHORIZER, PHASE_CLOSED, ALREADY_DECIDED, REASON_REQUIRED, OPERATION_UNKNOWN and the codes of its subject
 */
export async function requireDecidable(
  context: CallContext,
  found: FoundPhase,
  { decision, numbers, comment }: StatedDecision,
  before: () => Promise<void> = async () => {},
): Promise<Decidable> {
  const mine = ownDecisions(found, context.caller.key);
  requireOpen(context, found);
  const operationKeys = await itemsDecided(context, found, { mine, numbers });
  if (comment === null && needsReason(found.phase.reasonRequired, decision))
    throw new ServiceError("REASON_REQUIRED", { target: "comment" });
  await before();
  const open = await found.subject.openItems(context);
  const decided = open.filter(({ key }) => operationKeys?.includes(key) ?? true);
  return { operationKeys, decided: decided.map(({ sequence }) => sequence) };
}

/**
 * Records the decision of an approver in an open phase; `before` may refuse it once it is known to be allowed.
 * @throws the refusals of `requireDecidable`
 */
export async function decideInPhase(
  context: CallContext,
  found: FoundPhase,
  stated: StatedDecision,
  before?: () => Promise<void>,
): Promise<CountedDecision> {
  const { operationKeys } = await requireDecidable(context, found, stated, before);
  const { decision, comment } = stated;
  return recordDecision(context, found, { override: false, decision, comment, operationKeys });
}

function ownDecisions({ votes }: FoundPhase, userKey: string | null): readonly Row<"decisions">[] {
  const isMine = (vote: { readonly userKey: string }) => vote.userKey === userKey;
  if (!votes.authorizers.some(isMine)) throw new ServiceError("NOT_AN_AUTHORIZER", { target: "phase" });
  const mine = votes.decisions.filter(isMine);
  if (mine.length > 0 && !namesOperations(mine)) throw new ServiceError("ALREADY_DECIDED", { target: "phase" });
  return mine;
}

interface Wanted {
  readonly mine: readonly Row<"decisions">[];
  readonly numbers: readonly number[] | null;
}

/** Returns the keys of the items that a decision is about; null for all. */
async function itemsDecided(
  context: CallContext,
  { subject }: FoundPhase,
  { mine, numbers }: Wanted,
): Promise<readonly string[] | null> {
  if (numbers === null && mine.length === 0) return null;
  const { words } = subject;
  const open = await subject.openItems(context);
  const unknown = numbers?.findIndex((number) => !open.some(({ sequence }) => sequence === number)) ?? -1;
  if (unknown >= 0)
    throw new ServiceError("OPERATION_UNKNOWN", {
      target: `${words.items}/${unknown}`,
      message: `The ${words.subject} has no open ${words.item} with this number. Check its ${words.items}.`,
    });
  const isDecided = ({ key }: { readonly key: string }) => mine.some((one) => isAbout(one, key));
  const wanted =
    numbers === null
      ? open.filter((one) => !isDecided(one))
      : open.filter(({ sequence }) => numbers.includes(sequence));
  if (wanted.length === 0 || wanted.some(isDecided)) throw new ServiceError("ALREADY_DECIDED", { target: words.items });
  return wanted.map(({ key }) => key);
}
