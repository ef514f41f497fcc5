import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInEnglish as request } from "./about-request.ts";

/** Texts about the ends of access and about batches of requests in English. */
export const accessInEnglish = {
  accessEnding: {
    subject: "Ends in {{hours}} hours: {{access}}",
    text: `Hello {{person}},

this access of {{holder}} ends in {{hours}} hours: {{access}}. If it is still needed, request it again with a later end.

${request}

{{link}}`,
  },
  accessEnded: {
    subject: "Ended: {{access}}",
    text: `Hello {{person}},

the time of this access is over: {{access}}. If you still need it, request it again.

${request}

{{link}}`,
  },
  batchSubmitted: {
    subject: "Batch submitted: {{template}}",
    text: `Hello {{person}},

the batch of the template {{template}} is complete. Requests submitted: {{submitted}}. Refused: {{refused}}.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
