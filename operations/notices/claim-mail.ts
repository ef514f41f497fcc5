import { batchRowsMax } from "#domain/limits.ts";
import { isTooOld } from "#domain/notices/mail-tries.ts";
import type { MailContent } from "#domain/notices/render-mail.ts";
import { type MailServer, mailServerOf } from "#platform/mail/mail-server.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { firstMail, lockMail } from "./engine/mail-channel.ts";
import { droppedText, mailContent } from "./engine/mail-content.ts";
import { mailRecipients, newlyMailedAmong } from "./engine/mail-recipients.ts";

/** A mail that is sent now. */
export interface ClaimedMail {
  readonly key: string;
  /** Number of attempts so far, with this one; the outcome counts only for it. */
  readonly tries: number;
  readonly address: string;
  /** Wanted languages, the most wanted first. */
  readonly languages: readonly string[];
  readonly content: MailContent;
  readonly server: MailServer;
}

/**
 * Claims the first mail that is due, and counts the attempt before it is made; null if none is due. On the way it marks mails as dead that
 * cannot reach their recipient, are too old, or have nothing left to tell.
 */
export const claimMail = defineOperation<Record<string, never>, ClaimedMail | null>({
  name: "notices.claimMail",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store, clock, settings } = context;
    const { nextTryAt } = await lockMail(store);
    const server = mailServerOf(settings);
    const now = clock.now();
    if (server === undefined || nextTryAt > now) return null;
    for (let looked = 0; looked < batchRowsMax; looked += 1) {
      const mail = await firstMail(store);
      if (mail === undefined || mail.nextTryAt > now) return null;
      const letter = await letterOf(context, mail);
      if (typeof letter === "string") {
        await giveUp(context, mail, letter);
        continue;
      }
      const { tries } = await store.save("noticeMails", { key: mail.key, tries: mail.tries + 1 });
      return { key: mail.key, tries, server, ...letter };
    }
    return null;
  },
});

/** Returns the current address, languages and content of a mail; or the reason not to send it, in words. */
async function letterOf(
  context: CallContext,
  mail: Row<"noticeMails">,
): Promise<Pick<ClaimedMail, "address" | "languages" | "content"> | string> {
  const person = (await mailRecipients(context, [mail.userKey])).get(mail.userKey);
  if (isTooOld(mail.dueAt, context.clock.now(), { giveUpHours: context.settings.mailGiveUpHours }))
    return "It is too old to be sent.";
  if (person === undefined) return "The person is gone.";
  if (person.delivery === "none") return "The person is disabled, or wants no mails any more.";
  const { address, languages, name } = person;
  if (address === null) return "No mail address of the person is known any more.";
  if (await leadsToStranger(context, mail)) return newAddressText;
  const content = await mailContent(context, mail, name);
  return content.notices.length === 0 ? droppedText : { address, languages, content };
}

const newAddressText =
  "It has a one-time link to passwords, and the mail address of the person was changed shortly ago (PASSWORD_LINK_MAIL_HOURS).";

/** Reports whether a mail leads to passwords and its address was changed shortly ago, perhaps since the passwords were made. */
async function leadsToStranger(context: CallContext, { key: mailKey, userKey }: Row<"noticeMails">): Promise<boolean> {
  if ((await context.store.count("notices", { userKey, mailKey, kind: "passwordsByLink" })) === 0) return false;
  return (await newlyMailedAmong(context, [userKey])).has(userKey);
}

async function giveUp({ store, clock }: CallContext, { key }: Row<"noticeMails">, lastError: string): Promise<void> {
  await store.save("noticeMails", { key, state: "dead", lastError, endedAt: clock.now() });
}
