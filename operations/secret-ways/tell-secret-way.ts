import { checkoutToldMax } from "#domain/checkout-limits.ts";
import type { SecretWayChange } from "#domain/notices/notice-kinds.ts";

import type { CallContext } from "../kernel/context.ts";
import { notice } from "../notices/engine/notice.ts";
import { overseersOf } from "./overseers-of.ts";

/** What has changed of where secrets are sent. */
export interface ChangedWay {
  readonly change: SecretWayChange;
  /** The id of the target system or of the proxy. */
  readonly subjectId: string;
  /** The policies of the managed accounts whose passwords are sent there; superusers are told in any case. */
  readonly policyIds: readonly string[];
  /** Who has changed it, where that is not the caller. */
  readonly changerKey?: string;
  /** Told of also where the service does it itself, by rules that people have made. */
  readonly always?: boolean;
}

/** Tells superusers, and those who manage the check-outs of the accounts, that secrets are sent elsewhere from now on; not who did it, nor of what the operator does on the machine. */
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
