import { continueAsNew, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

import type { NoticeMailActivities } from "#activities/hub/notice-mail.ts";

import { deliverAsDue } from "./deliver-as-due.ts";

const { nextMailStep } = proxyLocalActivities<NoticeMailActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});
const { sendMails } = proxyActivities<NoticeMailActivities>({
  heartbeatTimeout: "15 seconds",
  startToCloseTimeout: "30 minutes",
  retry: { initialInterval: "1 second", maximumInterval: "30 seconds" },
});

/** Sends the mails of an installation, one after the other. It knows only the name of its channel: the rows say what is due. */
export function noticeMail(channel: string): Promise<void> {
  return deliverAsDue({
    next: nextMailStep,
    deliver: sendMails,
    goOnAnew: () => continueAsNew<typeof noticeMail>(channel),
  });
}
