import { mailServerWaitMs } from "#domain/notice-limits.ts";
import type { MailStep } from "#domain/notices/mail-states.ts";
import { mailServerOf } from "#platform/mail/mail-server.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { firstMail, lockMail, mailChannel } from "./engine/mail-channel.ts";

/** The hub step of the workflow `noticeMail`: tells from the rows when a mail is to be sent next. It may run as often as it likes. */
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
