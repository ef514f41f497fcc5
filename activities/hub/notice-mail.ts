import { Context } from "@temporalio/activity";
import type { Client } from "@temporalio/client";

import { ModuleName } from "#domain/module-name.ts";
import { mailsAtOnceMax, noticeGatherMs } from "#domain/notice-limits.ts";
import type { MailStep } from "#domain/notices/mail-states.ts";
import { renderMail } from "#domain/notices/render-mail.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type ClaimedMail, claimMail } from "#operations/notices/claim-mail.ts";
import { mailChannel } from "#operations/notices/engine/mail-channel.ts";
import { gatherNotices } from "#operations/notices/gather-notices.ts";
import { nextMailStep } from "#operations/notices/next-mail-step.ts";
import { queueForNotifiers } from "#operations/notices/queue-for-notifiers.ts";
import { recordMail } from "#operations/notices/record-mail.ts";
import type { MailServer } from "#platform/mail/mail-server.ts";
import { readMailTexts } from "#platform/mail/mail-texts-folder.ts";
import type { Mailer, MailOutcome } from "#platform/mail/mailer.ts";
import { type WorkflowWake, wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

import { keepDoing } from "./keep-doing.ts";
import { asStep, requireLocal, whileBeating } from "./step.ts";

/** Activities of the workflow `noticeMail`; they pass nothing through the engine. */
export interface NoticeMailActivities {
  /** Computes from the rows the time of the next email: a short transaction, run as a local activity. */
  nextMailStep(): Promise<MailStep>;
  /** Sends the emails that are due until the server cannot be used or the limit of a round is reached; the rows hold the results. */
  sendMails(): Promise<void>;
}

/** Makes the activities of emails. */
export function createNoticeMailActivities(service: ServiceContext): NoticeMailActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  const told = <T>(run: () => Promise<T>) => asStep(context, {}, "A step of the mails failed.", run);
  return {
    async nextMailStep() {
      requireLocal();
      return told(() => invoke(nextMailStep, context, caller(context), {}));
    },
    sendMails: () => told(() => whileBeating(() => sendDue(context))),
  };
}

/** Puts all waiting notices into emails, and into the queue of the plug-ins that bring them to people. */
export async function gatherAll(context: ServiceContext, signal: AbortSignal): Promise<void> {
  // Reads that write nothing: mostly there are none.
  if (await isAnyWaiting(context, { mail: "waiting" }))
    while (!signal.aborted && (await invoke(gatherNotices, context, caller(context), {})).left);
  if (await isAnyWaiting(context, { notifier: "waiting" }))
    while (!signal.aborted && (await invoke(queueForNotifiers, context, caller(context), {})).left);
}

async function isAnyWaiting(
  { store }: ServiceContext,
  where: { readonly mail: "waiting" } | { readonly notifier: "waiting" },
): Promise<boolean> {
  return (await store.select("notices", { where, limit: 1 })).length > 0;
}

/** Puts notices into emails as they come, until the signal fires. */
export function keepGathering(options: {
  readonly context: ServiceContext;
  readonly signal: AbortSignal;
}): Promise<void> {
  const failure = "Notices could not be put into mails; it is tried again.";
  return keepDoing({ ...options, everyMs: noticeGatherMs, failure }, () => gatherAll(options.context, options.signal));
}

/** Returns the workflow of the emails if some wait: it handles later emails without a wake. */
export async function waitingMail({ store }: ServiceContext): Promise<WorkflowWake[]> {
  const waits = (await store.count("noticeMails", { state: "waiting" })) > 0;
  return waits ? [{ workflowType: mailChannel, workflowId: mailChannel }] : [];
}

/**
 * Wakes the workflow of the emails if some wait, and starts it if there is none: the engine may have lost it.
 * @throws the client's error when the engine does not answer
 */
export async function wakeMails(context: ServiceContext, client: Client): Promise<void> {
  for (const work of await waitingMail(context)) await wakeWorkflow(client, work, "ALLOW_DUPLICATE");
}

function caller({ ids }: ServiceContext) {
  return engineCaller(ModuleName.Idwfm, ids.guid());
}

/** Makes the mailer of a server. Its library is loaded with the first email: many services send none. */
async function mailerOf(server: MailServer): Promise<Mailer> {
  const { createMailer } = await import("#platform/mail/mailer.ts");
  return createMailer(server);
}

async function sendDue(context: ServiceContext): Promise<void> {
  const engine = caller(context);
  const { cancellationSignal } = Context.current();
  let mailer: Mailer | undefined;
  try {
    for (let made = 0; made < mailsAtOnceMax && !cancellationSignal.aborted; made += 1) {
      const mail = await invoke(claimMail, context, engine, {});
      if (mail === null) return;
      mailer ??= await mailerOf(mail.server);
      const outcome = await send(context, mailer, mail);
      const { continues } = await invoke(recordMail, context, engine, { key: mail.key, tries: mail.tries, ...outcome });
      if (!continues) return;
    }
  } finally {
    mailer?.close();
  }
}

async function send({ settings }: ServiceContext, mailer: Mailer, mail: ClaimedMail): Promise<MailOutcome> {
  const { key, address: to, content, languages } = mail;
  try {
    const { textsFor } = await readMailTexts(settings.mailTextsFolder);
    return await mailer.send({ key, to, ...renderMail(textsFor(languages), content) });
  } catch (error) {
    // Texts that cannot be used: the email waits until someone has corrected them.
    return { outcome: "away", status: null, words: (error as Error).message };
  }
}
