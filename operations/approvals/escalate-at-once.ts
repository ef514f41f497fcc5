import { ServiceError } from "#domain/errors.ts";
import { activeDelegatesOf } from "#domain/requests/active-delegates.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { PhaseVotes } from "./authorize-subject.ts";
import { escalatePerson } from "./escalate-person.ts";
import { type FoundPhase, requireOpen } from "./find-phase.ts";

/** Authorizer who has not answered, and the replacements that a plug-in names. */
interface Escalation {
  readonly userKey: string;
  readonly named: readonly string[] | undefined;
}

/**
 * Asks the user above an authorizer of an open phase who has not answered, as after the timeout. Returns the key of that user.
 * @throws PHASE_CLOSED, NOT_AN_AUTHORIZER, ALREADY_DECIDED, ESCALATED_ALREADY, NOBODY_ABOVE and the codes of its subject
 */
export async function escalateAtOnce(
  context: CallContext,
  found: FoundPhase,
  { userKey, named }: Escalation,
): Promise<string> {
  requireOpen(context, found);
  const { subject, phase, votes } = found;
  const silent = silentAuthorizer(votes, userKey);
  const above = await escalatePerson(context, { subject, phase }, votes, { silent, named });
  if (above === undefined) throw new ServiceError("NOBODY_ABOVE", { target: "userKey" });
  return above;
}

/** Returns the authorizer of a phase who has not answered, and for whom no one else is asked. */
function silentAuthorizer({ authorizers, decisions }: PhaseVotes, userKey: string): Row<"requestAuthorizers"> {
  const silent = authorizers.find((one) => one.userKey === userKey);
  const refused = (code: "NOT_AN_AUTHORIZER" | "ALREADY_DECIDED" | "ESCALATED_ALREADY") =>
    new ServiceError(code, { target: "userKey" });
  if (!silent) throw refused("NOT_AN_AUTHORIZER");
  if (decisions.some((one) => one.userKey === userKey)) throw refused("ALREADY_DECIDED");
  if (activeDelegatesOf(authorizers).some(({ from }) => from === userKey)) throw refused("ESCALATED_ALREADY");
  return silent;
}
