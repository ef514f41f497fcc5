import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInGerman as request } from "./about-request.ts";

/** Texts about passwords in German. */
export const passwordsInGerman = {
  ownPassword: {
    subject: "Ihr Kennwort: {{change}}",
    text: `Guten Tag {{person}},

zu dem Kennwort, mit dem Sie sich anmelden: {{change}}.
Durch: {{changer}}

Soll das nicht sein, sagen Sie es sofort denen, die diesen Dienst betreiben, ändern Sie Ihr Kennwort und beenden Sie Ihre Sitzungen.

${request}

{{link}}`,
  },
  passwordReset: {
    subject: "Ihre Kennwörter wurden zurückgesetzt: {{resetter}}",
    text: `Guten Tag {{person}},

{{resetter}} hat auf Konten von Ihnen ein neues Kennwort gesetzt. Konten: {{accounts}}
{{duty}}

Haben Sie nicht darum gebeten, sperren Sie auf Ihrer Profilseite weiteres Zurücksetzen, sagen Sie es sofort denen, die diesen Dienst betreiben, und wählen Sie andere Kennwörter.

${request}

{{link}}`,
  },
  massResetPaused: {
    subject: "Das Massenzurücksetzen {{massReset}} hat angehalten",
    text: `Guten Tag {{person}},

das Massenzurücksetzen {{massReset}} hat von selbst angehalten, weil zu vieles fehlgeschlagen ist.
Fehlgeschlagen: {{failed}} von {{ended}}

Sehen Sie den Bericht an, und setzen Sie es dann fort oder beenden Sie es.

${request}

{{link}}`,
  },
  massResetEnded: {
    subject: "Das Massenzurücksetzen {{massReset}} ist beendet",
    text: `Guten Tag {{person}},

das Massenzurücksetzen {{massReset}} ist beendet.
Erledigt: {{done}}
Fehlgeschlagen: {{failed}}
Übersprungen: {{leftOut}}

${request}

{{link}}`,
  },
  passwordBlock: {
    subject: "Sperre für das Zurücksetzen Ihrer Kennwörter: {{change}}",
    text: `Guten Tag {{person}},

eine Sperre für das Zurücksetzen Ihrer Kennwörter wurde {{change}}. Solange eine gilt, setzt niemand ein Kennwort von Ihnen, ohne das jetzige zu kennen.
Durch: {{changer}}

Soll das nicht sein, sagen Sie es denen, die diesen Dienst betreiben.

${request}

{{link}}`,
  },
  holderPassword: {
    subject: "Das Kennwort von {{holder}}: {{change}}",
    text: `Guten Tag {{person}},

{{holder}} hat ein Recht an privilegierten Kennwörtern, für die Sie zuständig sind. Zu dem Kennwort, mit dem {{holder}} sich anmeldet: {{change}}.
Durch: {{changer}}

Wer sich als {{holder}} anmeldet, hat dieses Recht auch. Soll das nicht sein, deaktivieren Sie den Benutzer, oder entziehen Sie das Recht.

${request}

{{link}}`,
  },
  passwordExpires: {
    subject: "Kennwort läuft ab: {{target}}",
    text: `Guten Tag {{person}},

Ihr Kennwort auf {{target}} läuft bald ab. Tage bis dahin: {{days}}

Ändern Sie es vorher. Mit einem abgelaufenen Kennwort können Sie sich dort vielleicht nicht mehr anmelden.

${request}

{{link}}`,
  },
  passwordQueued: {
    subject: "Kennwortänderung wartet: {{target}}",
    text: `Guten Tag {{person}},

Ihr Kennwort auf {{target}} wurde noch nicht geändert, weil das Zielsystem nicht geantwortet hat. Die Änderung wartet. Bis dahin gilt das alte Kennwort.

Sie können jederzeit ein anderes Kennwort wählen: Das letzte wird verwendet. Wenn Sie Ihr Kennwort nicht geändert haben, wenden Sie sich an Ihre Administratoren.

${request}

{{link}}`,
  },
  passwordCarriedOut: {
    subject: "Kennwort geändert: {{target}}",
    text: `Guten Tag {{person}},

die Kennwortänderung, die auf {{target}} gewartet hat, wurde ausgeführt. Melden Sie sich dort mit dem Kennwort an, das Sie zuletzt gewählt haben.

${request}

{{link}}`,
  },
  passwordGivenUp: {
    subject: "Kennwort nicht geändert: {{target}}",
    text: `Guten Tag {{person}},

die Kennwortänderung, die auf {{target}} gewartet hat, wurde aufgegeben: {{because}}. Ändern Sie Ihr Kennwort erneut, wenn es noch nötig ist.

${request}

{{link}}`,
  },
  passwordsByLink: {
    subject: "Ihre neuen Kennwörter",
    text: `Guten Tag {{person}},

für Konten von Ihnen wurden neue Kennwörter gesetzt. Konten: {{accounts}}

Öffnen Sie den Link und klicken Sie auf die Schaltfläche, um sie zu sehen. Der Link gilt einmal; bewahren Sie die Kennwörter sicher auf. Wurde er bereits benutzt und nicht von Ihnen, sagen Sie es sofort Ihren Administratoren.

${request}

{{link}}`,
  },
  passwordsInMyAccess: {
    subject: "Ihre neuen Kennwörter stehen unter „Meine Zugänge“",
    text: `Guten Tag {{person}},

für Konten von Ihnen wurden neue Kennwörter gesetzt. Konten: {{accounts}}

Melden Sie sich an und öffnen Sie „Meine Zugänge“, um sie einmal zu sehen. Sie brauchen einen Code Ihrer Authenticator-App.

${request}

{{link}}`,
  },
  passwordsSynced: {
    subject: "Ihr Kennwort wurde auf weiteren Konten gesetzt",
    text: `Guten Tag {{person}},

Sie haben Ihr Kennwort auf einem Zielsystem geändert. Es wurde auch auf weiteren Ihrer Konten gesetzt. Konten: {{accounts}}

Wenn Sie es nicht geändert haben, sagen Sie es sofort den Betreibern dieses Dienstes, und wählen Sie ein anderes Kennwort.

${request}

{{link}}`,
  },
  passwordNotSynced: {
    subject: "Kennwort nicht geändert: {{target}}",
    text: `Guten Tag {{person}},

Sie haben Ihr Kennwort auf einem Zielsystem geändert. Ihr Konto auf {{target}} behält sein Kennwort: {{because}}. Ändern Sie es dort selbst, oder wählen Sie ein Kennwort, das alle Ihre Konten annehmen.

${request}

{{link}}`,
  },
  passwordSenderFlood: {
    subject: "Viele Kennwörter auf {{target}} geändert",
    text: `Guten Tag {{person}},

ein Kennwortmelder von {{target}} meldet ungewöhnlich viele neue Kennwörter, von vielen Konten oder immer wieder von einem. Wenn Sie das nicht erwarten, widerrufen Sie den Kennwortmelder.

${request}

{{link}}`,
  },
  dependants: {
    subject: "Abhängige ohne ihr Kennwort: {{dependants}}",
    text: `Guten Tag {{person}},

diese Abhängigen verwalteter Konten haben ein Kennwort nicht angenommen. Das Konto und die Abhängigen vor ihnen haben wieder das bestätigte Kennwort bekommen, wo das möglich war; bis dahin ist ungewiss, welches gilt, und der Tresor gibt beide heraus. All das wird von selbst wieder versucht.

Abhängige: {{dependants}}
Davon seit der letzten Mitteilung: {{fresh}}

\`gatehouse managed dependant list --failing\` nennt sie mit den Worten ihrer Zielsysteme.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
