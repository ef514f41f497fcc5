import type { CallContext } from "../../kernel/context.ts";

const hourMs = 3_600_000;

/**
 * Returns those of some users whose mail address was changed so shortly ago that no one-time link may be sent to it
 * (`PASSWORD_LINK_MAIL_HOURS`): a thief of an account, or an administrator of users, could have given their own.
 */
export async function newlyMailedAmong(
  { store, clock, settings }: Pick<CallContext, "store" | "clock" | "settings">,
  userKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const hours = settings.passwordLinkMailHours;
  return hours === 0 ? new Set() : store.changedMailsSince(userKeys, clock.now() - hours * hourMs);
}
