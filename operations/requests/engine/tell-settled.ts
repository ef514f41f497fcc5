import type { Settled } from "#domain/notices/notice-kinds.ts";
import { overriddenOutcome } from "#domain/requests/override.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";

/** A closed phase, with its authorizers and decisions. */
interface AskedPhase {
  readonly phase: Pick<Row<"requestPhases">, "requestKey" | "sequence" | "carried">;
  readonly votes: {
    readonly authorizers: readonly { readonly userKey: string }[];
    readonly decisions: readonly Row<"decisions">[];
  };
}

/**
 * Notifies the authorizers of a phase who have not answered that their decision is no longer needed. Requester and recipient get other
 * notices, and so does everyone in a phase that a superuser has decided.
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
