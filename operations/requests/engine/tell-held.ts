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
  const to = await resolversOf(context, request);
  notice(context, "held", { requestKey: request.key, to, facts: { phase: stopped.sequence, heldKey: request.key } });
}

function resolversOf(context: CallContext, request: Row<"reqbatch">): Promise<readonly string[]> {
  const facts = { ...request, authorizerKeys: [] };
  return peopleWhoMay(context, resolving, (allows) => allows(reading, facts));
}

/** Returns the reason of a hold, in words: nobody is left to implement some operations. */
export function holdReasonOf(operations: readonly Row<"requestOperations">[]): string {
  const names = operations.map(
    ({ sequence, code, targetSystemKey }) => `${sequence} (${code} on '${targetSystemKey}')`,
  );
  return `Nobody is left to implement: operation ${names.join(", ")}.`;
}

/** Notifies the users who may resolve the hold of a request that nobody is left to implement some of its operations. */
export async function tellTaskHeld(
  context: CallContext,
  request: Row<"reqbatch">,
  operations: readonly Row<"requestOperations">[],
): Promise<void> {
  const { key: requestKey } = request;
  const to = await resolversOf(context, request);
  for (const { sequence: operation } of operations)
    notice(context, "taskHeld", { requestKey, to, facts: { operation, heldKey: requestKey } });
}
