import { checkoutToldMax } from "#domain/checkout-limits.ts";
import type { SecretWayChange } from "#domain/notices/notice-kinds.ts";

import type { CallContext } from "../kernel/context.ts";
import { notice } from "../notices/engine/notice.ts";
import { overseersOf } from "./overseers-of.ts";

/** Change of the destination of secrets. */
export interface ChangedWay {
  readonly change: SecretWayChange;
  /** ID of the target system or of the proxy. */
  readonly subjectId: string;
  /** Policies of the managed accounts whose passwords are sent there; superusers are notified in any case. */
  readonly policyIds: readonly string[];
  /** Key of the user who changed it, if that is not the caller. */
  readonly changerKey?: string;
  /** True to notify even if the service changes it itself, by rules that people have made. */
  readonly always?: boolean;
}

/**
 * Notifies superusers, and the managers of the accounts' check-outs, that secrets have a new destination. The person who changed it is not
 * notified, and changes by the operator on the machine are not reported.
 */
export async function tellSecretWay(
  context: CallContext,
  { change, subjectId, policyIds, always = false, changerKey = context.caller.key ?? "" }: ChangedWay,
): Promise<void> {
  if (changerKey === "" && !always) return;
  const to = new Set<string>();
  for (const policyId of policyIds.length === 0 ? [""] : policyIds)
    for (const key of await overseersOf(context, policyId, [changerKey])) to.add(key);
  notice(context, "secretWay", {
    requestKey: null,
    to: [...to].slice(0, checkoutToldMax),
    facts: { change, subjectId, changerKey },
  });
  context.log.warn({ change, subjectId, changerKey }, "Where secrets are sent was changed.");
}
