import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StoppedPhase } from "../../kernel/subject.ts";
import { notice } from "../../notices/engine/notice.ts";
import { peopleWhoMay } from "../../people/engine/people-who-may.ts";
import { noteHeld } from "./note-event.ts";

const resolving = policyOf.action("requests/resolveHold");
const reading = policyOf.get("requests");

/** Records in the ledger that a phase of a request cannot open, and notifies the users who may resolve the hold. */
export async function tellHeld(context: CallContext, request: Row<"reqbatch">, stopped: StoppedPhase): Promise<void> {
  noteHeld(context, request.key, stopped);
  const facts = { ...request, authorizerKeys: [] };
  const to = await peopleWhoMay(context, resolving, (allows) => allows(reading, facts));
  notice(context, "held", { requestKey: request.key, to, facts: { phase: stopped.sequence, heldKey: request.key } });
}
