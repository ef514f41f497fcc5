import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { batchRowsMax } from "#domain/limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockMail, wakeMail } from "./engine/mail-channel.ts";
import { droppedText } from "./engine/mail-content.ts";

/** Number of mails that wait again. */
export interface ResentMails {
  readonly count: number;
  /** True if more dead mails exist: call again. */
  readonly left: boolean;
}

const unknownText = "No mail has this key. 'gatehouse mail list' shows them.";

/**
 * Sends dead mails again, at most 256 per call, or one mail in any state; each with the Message-ID that it had.
 * @throws NOT_FOUND
 */
export const resendMail = defineOperation({
  name: "noticeMails.resend",
  input: z.strictObject({ key: keyInput.optional() }),
  callers: ["engine"],
  audit: {
    operation: "NTRS",
    describe: ({ key }, output?: ResentMails) => ({
      ident: key ?? null,
      message: output === undefined ? null : `${output.count} mails`,
    }),
  },
  async run({ store, clock }, { key }): Promise<ResentMails> {
    await lockMail(store);
    const where = key === undefined ? ({ state: "dead" } as const) : { key };
    const mails = await store.select("noticeMails", { where, limit: batchRowsMax });
    if (key !== undefined) {
      const [mail] = mails;
      if (mail === undefined) throw notFound(key, unknownText);
      if ((await store.count("notices", { userKey: mail.userKey, mailKey: key })) === 0)
        throw notFound(key, droppedText);
    }
    const now = clock.now();
    for (const mail of mails)
      await store.save("noticeMails", {
        key: mail.key,
        state: "waiting",
        tries: 0,
        dueAt: now,
        nextTryAt: now,
        endedAt: null,
      });
    if (mails.length > 0) await wakeMail(store);
    return { count: mails.length, left: key === undefined && mails.length === batchRowsMax };
  },
});

function notFound(key: string, message: string): ServiceError {
  return new ServiceError("NOT_FOUND", { target: `noticeMails('${key}')`, message });
}
