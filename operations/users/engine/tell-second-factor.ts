import type { SecondFactor } from "#domain/credential-types.ts";
import type { FactorChange } from "#domain/notices/notice-kinds.ts";

import { notice, type Noticing } from "../../notices/engine/notice.ts";

/** Notifies a user in the current transaction that a second factor was added or removed, whoever did it: it may not have been they. */
export function tellSecondFactor(
  context: Noticing,
  userKey: string,
  { factor, change }: { readonly factor: SecondFactor; readonly change: FactorChange },
): void {
  const facts = { factor, change, changerKey: context.caller.key ?? "" };
  notice(context, "secondFactor", { requestKey: null, to: [userKey], facts });
}
