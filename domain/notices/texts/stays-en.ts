import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInEnglish as request } from "./about-request.ts";

/** Texts about the ends and moves of people in English. */
export const staysInEnglish = {
  endsSoon: {
    subject: "{{leaver}} leaves in {{days}} days",
    text: `Hello {{person}},

access of {{leaver}} ends in {{days}} days: after that, {{leaver}} can no longer sign in.

If {{leaver}} stays longer, the sponsor or the manager can extend the end on the page of the user, or with \`gatehouse user extend\`.

${request}

{{link}}`,
  },
  moved: {
    subject: "{{mover}} has moved",
    text: `Hello {{person}},

{{mover}} has another manager or another department than before, and you are the manager now.

Check on the page of the user what {{mover}} still needs.

${request}

{{link}}`,
  },
  moveReviewOpened: {
    subject: "Review the access of {{mover}}",
    text: `Hello {{person}},

{{mover}} has another manager or another department than before, and you review what {{mover}} keeps.

Open "Waiting for me", and keep or end each access of {{mover}}.

${request}

{{link}}`,
  },
  moveReviewReminded: {
    subject: "Reminder: review the access of {{mover}}",
    text: `Hello {{person}},

the review of the access of {{mover}}, who has moved, still waits for you.

${request}

{{link}}`,
  },
  moveReviewEscalated: {
    subject: "Escalation: review the access of {{mover}}",
    text: `Hello {{person}},

the review of the access of {{mover}}, who has moved, is yours now: {{silent}} has not answered, or can no longer answer.

${request}

{{link}}`,
  },
  externalsIncomplete: {
    subject: "External people without end or sponsor: {{people}}",
    text: `Hello {{person}},

sources of profiles have external people without an end or without a sponsor.

Number of people: {{people}}

The list of users shows them with the filter "Incomplete". Set an end and a sponsor for each.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
