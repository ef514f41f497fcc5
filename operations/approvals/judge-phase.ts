import { overriddenOutcome } from "#domain/requests/override.ts";
import { phaseOutcome } from "#domain/requests/phase-outcome.ts";
import {
  decisionsToExplain,
  namesOperations,
  phaseVerdict,
  type PhaseVerdict,
} from "#domain/requests/phase-verdict.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";
import type { Subject } from "./subject.ts";

type Decision = Row<"decisions">;

/** Authorizers of a phase, and the decisions that count. */
interface Votes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  readonly decisions: readonly Decision[];
}

/** Returns the outcome of an open phase of a locked subject; items that are denied while others are approved are refused. */
export async function judgePhase(
  context: CallContext,
  { subject, phase }: OpenPhase,
  votes: Votes,
): Promise<PhaseVerdict["outcome"]> {
  const { decisions } = votes;
  if (!namesOperations(decisions)) return ruling(phase, votes)(decisions);
  const items = await subject.openItems(context);
  const { outcome, denied } = phaseVerdict(decisions, keysOf(items), ruling(phase, votes));
  if (denied.length > 0) await subject.refuseItems(context, denied);
  return outcome;
}

/** Open phase of a subject. */
interface OpenPhase {
  readonly subject: Pick<Subject, "openItems" | "refuseItems">;
  readonly phase: Row<"requestPhases">;
}

/**
 * Returns the keys of the authorizers who have not answered in an open phase; if single items were decided, for the first open one.
 */
export async function undecidedIn(
  context: Pick<ServiceContext, "store">,
  { subject, phase }: { readonly subject: Pick<Subject, "openItems">; readonly phase: Row<"requestPhases"> },
  votes: Votes,
): Promise<readonly string[]> {
  const { authorizers } = votes;
  const keys = namesOperations(votes.decisions) ? keysOf(await subject.openItems(context)) : [];
  const decisions = decisionsToExplain(votes.decisions, keys, ruling(phase, votes));
  return phaseOutcome({ ...phase, authorizers, decisions }).undecided;
}

const keysOf = (items: readonly { readonly key: string }[]) => items.map(({ key }) => key);

const ruling =
  (phase: Row<"requestPhases">, { authorizers }: Votes) =>
  (decisions: readonly Decision[]) =>
    overriddenOutcome(decisions) ?? phaseOutcome({ ...phase, authorizers, decisions }).outcome;
