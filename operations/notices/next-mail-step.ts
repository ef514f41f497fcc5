import { mailServerWaitMs } from "#domain/notice-limits.ts";
import type { MailStep } from "#domain/notices/mail-states.ts";
import { mailServerOf } from "#platform/mail/mail-server.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { firstMail, lockMail, mailChannel } from "./engine/mail-channel.ts";

/**
 * Performs the hub step of the workflow `noticeMail`: computes from the rows the time of the next mail. Idempotent: it may run any number
 * of times.
 */
export const nextMailStep = defineOperation<Record<string, never>, MailStep>({
  name: "notices.nextMailStep",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run({ store, clock, settings }) {
    const { nextTryAt } = await lockMail(store);
    // The writer of a wake-up holds the lock, so this step sees everything behind the wake-ups that it deletes.
    await store.outbox.settle({ workflowType: mailChannel, workflowId: mailChannel });
    const first = await firstMail(store);
    if (first === undefined) return { do: "wait", waitMs: null };
    const waitMs = Math.max(first.nextTryAt, nextTryAt) - clock.now();
    if (waitMs > 0) return { do: "wait", waitMs };
    return mailServerOf(settings) === undefined ? { do: "wait", waitMs: mailServerWaitMs } : { do: "deliver" };
  },
});
