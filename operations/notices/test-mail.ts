import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isMailAddress, mailAddressRule } from "#domain/notices/mail-address.ts";
import { renderPlain } from "#domain/notices/render-mail.ts";
import { mailServerOf, shownServer } from "#platform/mail/mail-server.ts";
import { readMailTexts } from "#platform/mail/mail-texts-folder.ts";
import { createMailer } from "#platform/mail/mailer.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Answer of a mail server to a test. */
export interface TestedMail {
  readonly server: string;
  /** Answer in the server's own words. */
  readonly answer: string;
}

/**
 * Sends one mail by the mail server of the settings, and returns the server's answer.
 * @throws MAIL_SERVER_MISSING, MAIL_NOT_TAKEN
 */
export const testMail = defineOperation({
  name: "noticeMails.test",
  input: z.strictObject({ address: z.string().refine(isMailAddress, mailAddressRule) }),
  callers: ["engine"],
  audit: { operation: "NTTS", describe: ({ address }) => ({ ident: address }) },
  prepare: (context, { address }) => send(context, address),
  run: (_context, _input, tested) => Promise.resolve(tested),
});

async function send({ settings, ids }: CallContext, to: string): Promise<TestedMail> {
  const server = mailServerOf(settings);
  if (server === undefined) throw new ServiceError("MAIL_SERVER_MISSING");
  const { test } = (await readMailTexts(settings.mailTextsFolder)).textsFor([settings.noticeLanguage]);
  const mailer = createMailer(server);
  const shown = shownServer(server);
  try {
    const { outcome, words } = await mailer.send({ key: ids.guid(), to, ...renderPlain(test) });
    if (outcome === "sent") return { server: shown, answer: words };
    throw new ServiceError("MAIL_NOT_TAKEN", { message: `${shown} has not taken the mail: ${words}` });
  } finally {
    mailer.close();
  }
}
