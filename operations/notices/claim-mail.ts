import { batchRowsMax } from "#domain/limits.ts";
import { isTooOld } from "#domain/notices/mail-tries.ts";
import type { MailContent } from "#domain/notices/render-mail.ts";
import { type MailServer, mailServerOf } from "#platform/mail/mail-server.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { firstMail, lockMail } from "./engine/mail-channel.ts";
import { droppedText, mailContent } from "./engine/mail-content.ts";
import { type MailRecipient, mailRecipients } from "./engine/mail-recipients.ts";

/** A mail that is sent now. */
export interface ClaimedMail {
  readonly key: string;
  /** The tries until now, with this one; the outcome counts for it alone. */
  readonly tries: number;
  readonly address: string;
  /** The wishes for a language, the most wanted first. */
  readonly languages: readonly string[];
  readonly content: MailContent;
  readonly server: MailServer;
}

/**
 * Takes the first mail that is due, and counts the try before it is made; null where none is due. A mail for somebody who cannot be
 * reached, that is too old, or that has nothing left to tell, is given up on the way.
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
      const person = (await mailRecipients(context, [mail.userKey])).get(mail.userKey);
      const { address = null } = person ?? {};
      const problem = isTooOld(mail.dueAt, now, { giveUpHours: settings.mailGiveUpHours })
        ? "It is too old to be sent."
        : unreachable(person);
      if (person === undefined || address === null || problem !== undefined) {
        await giveUp(context, mail, problem);
        continue;
      }
      const content = await mailContent(context, mail, person.name);
      if (content.notices.length === 0) {
        await giveUp(context, mail, droppedText);
        continue;
      }
      const { tries } = await store.save("noticeMails", { key: mail.key, tries: mail.tries + 1 });
      return { key: mail.key, tries, address, languages: person.languages, content, server };
    }
    return null;
  },
});

function unreachable(person: MailRecipient | undefined): string | undefined {
  if (person === undefined) return "The person is gone.";
  if (person.delivery === "none") return "The person is disabled, or wants no mails any more.";
  return person.address === null ? "No mail address of the person is known any more." : undefined;
}

async function giveUp({ store, clock }: CallContext, { key }: Row<"noticeMails">, lastError = ""): Promise<void> {
  await store.save("noticeMails", { key, state: "dead", lastError, endedAt: clock.now() });
}
