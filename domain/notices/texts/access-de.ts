import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInGerman as request } from "./about-request.ts";

/** Texts about the ends of access and about batches of requests in German. */
export const accessInGerman = {
  accessEnding: {
    subject: "Endet in {{hours}} Stunden: {{access}}",
    text: `Guten Tag {{person}},

dieser Zugriff von {{holder}} endet in {{hours}} Stunden: {{access}}. Wird er weiter gebraucht, beantragen Sie ihn erneut mit einem späteren Ende.

${request}

{{link}}`,
  },
  accessEnded: {
    subject: "Beendet: {{access}}",
    text: `Guten Tag {{person}},

die Zeit dieses Zugriffs ist vorbei: {{access}}. Brauchen Sie ihn weiter, beantragen Sie ihn erneut.

${request}

{{link}}`,
  },
  batchSubmitted: {
    subject: "Stapel eingereicht: {{template}}",
    text: `Guten Tag {{person}},

der Stapel der Vorlage {{template}} ist vollständig. Eingereichte Anträge: {{submitted}}. Abgelehnt: {{refused}}.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
