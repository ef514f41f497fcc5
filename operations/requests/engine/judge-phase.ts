import { allOf, eq } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { overriddenOutcome } from "#domain/requests/override.ts";
import { phaseOutcome } from "#domain/requests/phase-outcome.ts";
import {
  decisionsToExplain,
  namesOperations,
  phaseVerdict,
  type PhaseVerdict,
} from "#domain/requests/phase-verdict.ts";
import { requestEnds } from "#domain/requests/request-ends.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { saveOperation } from "./save-operation.ts";

type Decision = Row<"decisions">;

/** Authorizers of a phase, and the decisions that count. */
interface Votes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  readonly decisions: readonly Decision[];
}

/** Returns the outcome of an open phase of a locked request; operations that are denied while others are approved are refused. */
export async function judgePhase(
  context: CallContext,
  phase: Row<"requestPhases">,
  votes: Votes,
): Promise<PhaseVerdict["outcome"]> {
  const { decisions } = votes;
  if (!namesOperations(decisions)) return ruling(phase, votes)(decisions);
  const operations = await openOperations(context, phase.requestKey);
  const { outcome, denied } = phaseVerdict(decisions, keysOf(operations), ruling(phase, votes));
  const { code: errorCode, message: errorMessage } = requestEnds.D;
  for (const operation of operations.filter(({ key }) => denied.includes(key))) {
    const refusal = { result: OperationResult.Refused, errorCode, errorMessage, finishedAt: context.clock.now() };
    await saveOperation(context, operation, refusal);
  }
  return outcome;
}

/**
 * Returns the keys of the authorizers who have not answered in an open phase; if single operations were decided, for the first open one.
 */
export async function undecidedIn(
  context: ServiceContext,
  phase: Row<"requestPhases">,
  votes: Votes,
): Promise<readonly string[]> {
  const { authorizers } = votes;
  const keys = namesOperations(votes.decisions) ? keysOf(await openOperations(context, phase.requestKey)) : [];
  const decisions = decisionsToExplain(votes.decisions, keys, ruling(phase, votes));
  return phaseOutcome({ ...phase, authorizers, decisions }).undecided;
}

/** Returns the operations of a request that are still open. */
export function openOperations({ store }: ServiceContext, requestKey: string): Promise<Row<"requestOperations">[]> {
  const where = allOf(eq("requestKey", requestKey), eq("result", null));
  return store.select("requestOperations", { where, orderBy: [["sequence", "asc"]] });
}

const keysOf = (operations: readonly { readonly key: string }[]) => operations.map(({ key }) => key);

const ruling =
  (phase: Row<"requestPhases">, { authorizers }: Votes) =>
  (decisions: readonly Decision[]) =>
    overriddenOutcome(decisions) ?? phaseOutcome({ ...phase, authorizers, decisions }).outcome;
