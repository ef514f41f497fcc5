import type { Settled } from "#domain/notices/notice-kinds.ts";
import { overriddenOutcome } from "#domain/requests/override.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";

/** A phase that is over, with those whom it has asked, and what they have said. */
interface AskedPhase {
  readonly phase: Pick<Row<"requestPhases">, "requestKey" | "sequence" | "carried">;
  readonly votes: {
    readonly authorizers: readonly { readonly userKey: string }[];
    readonly decisions: readonly Row<"decisions">[];
  };
}

/**
 * Tells those whom a phase has asked, and who have said nothing, that their decision is needed no more. Who asked and for whom it is
 * are told otherwise, and so are all of a phase that a superuser has decided.
 */
export async function tellSettled(context: CallContext, { phase, votes }: AskedPhase, outcome: Settled): Promise<void> {
  const { requestKey, sequence, carried } = phase;
  if (overriddenOutcome(votes.decisions) !== undefined) return;
  const spoken = new Set([...votes.decisions, ...(carried ?? [])].map(({ userKey }) => userKey));
  const silent = votes.authorizers.map(({ userKey }) => userKey).filter((key) => !spoken.has(key));
  const request = silent.length === 0 ? undefined : await context.store.get("reqbatch", requestKey);
  const toldOtherwise = [request?.requesterKey, request?.recipientKey, context.caller.key];
  const to = silent.filter((key) => !toldOtherwise.includes(key));
  notice(context, "settled", { requestKey, to, facts: { phase: sequence, outcome } });
}
