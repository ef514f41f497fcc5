import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInGerman as request } from "./about-request.ts";

/** Texts about the nodes of the installation in German. */
export const nodesInGerman = {
  nodeConflicts: {
    subject: "Konflikte zwischen Knoten: {{conflicts}}",
    text: `Guten Tag {{person}},

Knoten der Installation haben dieselben Werte geändert, ohne voneinander zu wissen: ob ein Benutzer gesperrt oder deaktiviert ist, eine Richtlinie, eine Rolle oder gewährten Zugriff. Der spätere Wert blieb.

Anzahl der Konflikte: {{conflicts}}

Die Seite "Knoten" zeigt von jedem beide Werte. Akzeptieren Sie den Wert, der blieb, oder setzen Sie ihn zurück.

${request}

{{link}}`,
  },
  nodeSilent: {
    subject: "Ein Knoten liest das Änderungsprotokoll nicht",
    text: `Guten Tag {{person}},

das Änderungsprotokoll dieses Knotens wird für einen anderen Knoten aufgehoben: {{standing}}.

Für ihn aufgehobene Zeilen: {{rows}}

"gatehouse nodes status" und die Seite "Knoten" zeigen, welcher Knoten es ist. Bringen Sie ihn zurück, oder schließen Sie ihn aus, wenn er verloren ist.

${request}

{{link}}`,
  },
  nodeDifferences: {
    subject: "Unterschiede zwischen Knoten: {{differences}}",
    text: `Guten Tag {{person}},

Knoten der Installation kennen dieselben Änderungen, haben aber manche Zeilen verschieden: eine Datenbank wurde am Dienst vorbei geändert, eine Sicherung nur zum Teil zurückgespielt, oder ein Knoten ist nicht, was er vorgibt.

Anzahl der Zeilen: {{differences}}

Die Seite "Knoten" führt sie auf. Klären Sie, warum, und beheben Sie sie an dem Knoten, dessen Zeilen stimmen: gatehouse nodes compare --repair

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
