import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { passwordEndsAtOnce } from "#domain/password-end-limits.ts";
import { daysUntil, expiryWindows } from "#domain/passwords/expiry-windows.ts";
import type { ExpiringPassword } from "#store/expiring-passwords.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";

/**
 * Notifies the owners of accounts whose passwords will expire, once at each step of `PASSWORD_EXPIRY_NOTICE_DAYS` before the end. A new end,
 * as after a change of the password, starts over.
 */
export const tellPasswordEnds = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "accounts.tellPasswordEnds",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store, clock, settings } = context;
    let max: number = passwordEndsAtOnce;
    for (const window of expiryWindows(settings.passwordExpiryNoticeDays, clock.now())) {
      const expiring = await store.expiringPasswords(window, max);
      for (const one of expiring) await tell(context, one, window.days);
      max -= expiring.length;
      if (max === 0) return { left: true };
    }
    return { left: false };
  },
});

/** Notifies the owner of an account, unless its password or its owner has changed meanwhile, or another process has told. */
async function tell(context: CallContext, { accountKey, expiresAt }: ExpiringPassword, days: number): Promise<void> {
  const { store, clock } = context;
  const account = await store.lock("accounts", accountKey);
  const told = await store.lock("passwordExpiryNotices", accountKey);
  if (account === undefined || account.userKey === null || account.passwordExpiresAt !== expiresAt) return;
  if (told !== undefined && told.expiresAt === expiresAt && told.days <= days) return;
  await store.save("passwordExpiryNotices", { accountKey, expiresAt, days });
  const facts = { targetSystemId: account.targetSystemKey, days: daysUntil(expiresAt, clock.now()) };
  notice(context, "passwordExpires", { requestKey: null, to: [account.userKey], facts });
}
