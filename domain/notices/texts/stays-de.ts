import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInGerman as request } from "./about-request.ts";

/** Texts about the ends and moves of people in German. */
export const staysInGerman = {
  endsSoon: {
    subject: "{{leaver}} geht in {{days}} Tagen",
    text: `Guten Tag {{person}},

der Zugang von {{leaver}} endet in {{days}} Tagen: Danach ist keine Anmeldung mehr möglich.

Bleibt {{leaver}} länger, können die bürgende Person oder die Führungskraft das Ende auf der Seite des Benutzers verlängern, oder mit \`gatehouse user extend\`.

${request}

{{link}}`,
  },
  moved: {
    subject: "{{mover}} hat gewechselt",
    text: `Guten Tag {{person}},

{{mover}} hat eine andere Führungskraft oder eine andere Abteilung als bisher, und Sie sind jetzt die Führungskraft.

Prüfen Sie auf der Seite des Benutzers, was {{mover}} noch braucht.

${request}

{{link}}`,
  },
  moveReviewOpened: {
    subject: "Prüfen Sie die Zugriffe von {{mover}}",
    text: `Guten Tag {{person}},

{{mover}} hat eine andere Führungskraft oder eine andere Abteilung als bisher, und Sie prüfen, was {{mover}} behält.

Öffnen Sie "Wartet auf mich", und behalten oder beenden Sie jeden Zugriff von {{mover}}.

${request}

{{link}}`,
  },
  moveReviewReminded: {
    subject: "Erinnerung: Prüfen Sie die Zugriffe von {{mover}}",
    text: `Guten Tag {{person}},

die Prüfung der Zugriffe von {{mover}} nach dem Wechsel wartet noch auf Sie.

${request}

{{link}}`,
  },
  moveReviewEscalated: {
    subject: "Eskalation: Prüfen Sie die Zugriffe von {{mover}}",
    text: `Guten Tag {{person}},

die Prüfung der Zugriffe von {{mover}} nach dem Wechsel ist jetzt Ihre: {{silent}} hat nicht geantwortet oder kann es nicht mehr.

${request}

{{link}}`,
  },
  externalsIncomplete: {
    subject: "Externe ohne Ende oder ohne bürgende Person: {{people}}",
    text: `Guten Tag {{person}},

Quellen von Profilen haben Externe, denen ein Ende oder eine bürgende Person fehlt.

Anzahl: {{people}}

Die Liste der Benutzer zeigt sie mit dem Filter "Unvollständig". Geben Sie jedem ein Ende und eine bürgende Person.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
