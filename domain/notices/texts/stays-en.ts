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
