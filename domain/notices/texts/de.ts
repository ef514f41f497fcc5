import type { MailTexts } from "../mail-texts.ts";
import { requestInGerman as request } from "./about-request.ts";
import { accessInGerman } from "./access-de.ts";
import { germanTasks } from "./de-tasks.ts";
import { nodesInGerman } from "./nodes-de.ts";
import { passwordsInGerman } from "./passwords-de.ts";
import { staysInGerman } from "./stays-de.ts";

/** Texts in German. */
export const german: MailTexts = {
  words: {
    approve: "genehmigt",
    deny: "abgelehnt",
    abstain: "enthalten",
    C: "abgeschlossen",
    D: "abgelehnt",
    K: "zurückgezogen",
    E: "abgelaufen",
    accepted: "angenommen",
    refused: "abgelehnt",
    ended: "beendet",
    managerMissing: "niemand ist bekannt, der als Führungskraft gefragt werden könnte",
    tooFewPeople: "zu wenige können dazu gefragt werden",
    partyLeft: "wer ihn gestellt hat oder für wen er war, scheidet aus",
    checkedIn: "zurückgegeben",
    expired: "abgelaufen",
    revoked: "entzogen",
    see: "die Konten zu sehen",
    ask: "Kennwörter zu beantragen",
    preApproved: "Kennwörter ohne Genehmigung zu bekommen",
    manage: "Ausleihen zu verwalten",
    breakGlass: "Kennwörter im Notfall zu nehmen",
    proxyInvited: "Ein Proxy wurde eingeladen, den Zielsysteme verwenden oder der schon eingeschrieben war",
    proxyEnrolled: "Ein Proxy hat sich mit neuen Schlüsseln eingeschrieben, auf Einladung dieser Person",
    proxyAssigned: "Ein anderer Proxy bedient ein Zielsystem",
    targetMoved:
      "Typ oder Adresse eines Zielsystems wurde geändert, und seine gespeicherten Kennwörter wurden entfernt",
    loginLinked: "Eine Anmeldung eines Zielsystems nimmt das Kennwort eines verwalteten Kontos",
    dependentAdded: "Etwas anderes bekommt das Kennwort eines verwalteten Kontos",
    signInTarget: "Benutzer melden sich mit einem anderen Zielsystem an",
    accountsMoved: "Verwaltete Konten stehen jetzt unter einer anderen Richtlinie",
    profileSource: "Ein Zielsystem sagt ab jetzt, welche Benutzer es gibt",
    identityProvider: "Benutzer melden sich mit einem Identitätsanbieter an, der hinzugefügt oder geändert wurde",
    OneTimeCode: "Einmalcodes eines Geräts",
    Passkey: "ein Passkey",
    added: "hinzugefügt",
    removed: "entfernt",
    upToDate: "er liest das Protokoll",
    silent: "er hat seit einem Tag nicht angerufen",
    halfQuota: "die Hälfte der Quote ist belegt, und ab 80 % muss er erneut beitreten",
    mustRejoin: "er muss erneut beitreten, weil Änderungen, die ihm fehlen, nicht mehr im Protokoll stehen",
    byMember: "einer Benutzerklasse hinzugefügt",
    byCondition: "die Bedingung einer Benutzerklasse wählt sie aus",
    byRight: "ihrer Benutzerklasse wurde das Recht gegeben",
    linkIssued: "ein Link zum Setzen wurde ausgestellt",
    passwordSet: "es wurde gesetzt",
    targetRefused: "das Zielsystem hat sie abgelehnt",
    ruleLength: "es ist zu kurz oder zu lang für seine Kennwortrichtlinie",
    ruleCharacters: "seine Kennwortrichtlinie erlaubt diese Zeichen nicht",
    ruleWords: "seine Kennwortrichtlinie erlaubt die enthaltenen Wörter nicht",
    ruleHistory: "es wurde dort schon benutzt",
    ruleUnique: "es muss sich von Ihren anderen Kennwörtern unterscheiden",
    ruleCustom: "seine Kennwortrichtlinie lehnt es ab",
    resetsBlocked: "das Zurücksetzen seines Kennworts ist gesperrt",
    tooOften: "innerhalb einer Stunde wurden zu viele Kennwörter gemeldet",
    outOfTime: "ihre Zeit ist vorbei",
    moved: "das Zielsystem hat inzwischen einen anderen Typ oder eine andere Adresse",
    vault: "das Konto wird inzwischen verwaltet",
    gone: "das Konto oder sein Besitzer hat sich geändert",
    dropped: "ein Administrator hat sie verworfen",
    created: "angelegt",
    lifted: "aufgehoben",
    mustChange: "Bei der nächsten Anmeldung dort wählen Sie ein anderes.",
  },
  operations: {
    ACUA: "ein Konto anlegen",
    DELU: "das Konto löschen",
    DNAU: "das Konto deaktivieren",
    ENAU: "das Konto aktivieren",
    GRUA: "der Gruppe beitreten",
    GRUD: "die Gruppe verlassen",
    CRTG: "eine Gruppe anlegen",
    DELG: "die Gruppe löschen",
    GROA: "Eigentümer der Gruppe werden",
    GROD: "nicht mehr Eigentümer der Gruppe sein",
    UPDA: "das Konto ändern",
    UPDG: "die Gruppe ändern",
    UNLK: "das Konto entsperren",
    PWRS: "das Kennwort zurücksetzen",
    PWCH: "das Kennwort ändern",
    PWVF: "das Kennwort prüfen",
    ACCL: "das Konto beanspruchen",
    DISC: "das Zielsystem erkunden",
    TCON: "die Verbindung prüfen",
    ALLOF: "alles aus einem Aufruf",
    ACUX: "das Konto länger behalten",
    GRUX: "länger in der Gruppe bleiben",
    GROX: "länger Eigentümer der Gruppe bleiben",
    ACEN: "alle Zugriffe beenden",
    ROLA: "die Rolle hinzufügen",
    ROLD: "die Rolle entfernen",
    AEDEF: "ein Fehlen zur Rolle hinnehmen",
    AESUR: "ein Mehr zur Rolle hinnehmen",
    AESOD: "von der Funktionstrennung ausnehmen",
    ARCHREQPWD: "das Kennwort ausleihen",
  },
  kinds: {
    asked: {
      subject: "Bitte entscheiden: {{asked}} für {{recipient}} (Antrag {{number}})",
      text: `Guten Tag {{person}},

in Stufe {{phase}} wird um Ihre Entscheidung gebeten.

${request}

{{link}}`,
    },
    reminded: {
      subject: "Erinnerung: Antrag {{number}} für {{recipient}} wartet auf Sie",
      text: `Guten Tag {{person}},

Stufe {{phase}} wartet noch auf Ihre Entscheidung.

${request}

{{link}}`,
    },
    escalated: {
      subject: "Bitte entscheiden: Antrag {{number}} für {{recipient}}",
      text: `Guten Tag {{person}},

{{silent}} hat nicht geantwortet. In Stufe {{phase}} wird um Ihre Entscheidung gebeten.

${request}

{{link}}`,
    },
    delegated: {
      subject: "{{delegator}} bittet Sie um Vertretung",
      text: `Guten Tag {{person}},

{{delegator}} bittet Sie, in Vertretung zu entscheiden. Das gilt, sobald Sie zugestimmt haben.
Grund: {{comment}}

${request}

{{link}}`,
    },
    delegationChanged: {
      subject: "Die Vertretung zwischen Ihnen und {{other}} wurde {{state}}",
      text: `Guten Tag {{person}},

die Vertretung zwischen Ihnen und {{other}} wurde {{state}}.
Ihr Grund: {{comment}}

${request}

{{link}}`,
    },
    settled: {
      subject: "Nichts mehr zu tun: Antrag {{number}} für {{recipient}} ist {{outcome}}",
      text: `Guten Tag {{person}},

Ihre Entscheidung in Stufe {{phase}} wird nicht mehr gebraucht: {{outcome}}.

${request}

{{link}}`,
    },
    held: {
      subject: "Antrag {{number}} für {{recipient}} ist angehalten",
      text: `Guten Tag {{person}},

der Antrag ist vor Stufe {{phase}} angehalten, und Sie können entscheiden, wie es weitergeht.
Warum: {{comment}}

${request}

{{link}}`,
    },
    ...germanTasks(request),
    decided: {
      subject: "Antrag {{number}}: {{answer}} ({{decider}})",
      text: `Guten Tag {{person}},

{{decider}} hat in Stufe {{phase}} entschieden: {{answer}}.
Bemerkung: {{comment}}

${request}

{{link}}`,
    },
    overridden: {
      subject: "Antrag {{number}}: {{answer}} durch {{decider}} (Superuser)",
      text: `Guten Tag {{person}},

{{decider}}, ein Superuser, hat in Stufe {{phase}} anstelle der Zuständigen entschieden: {{answer}}.
Grund: {{comment}}

${request}

{{link}}`,
    },
    decisionRefused: {
      subject: "Antrag {{number}}: Ihre Entscheidung zählt nicht",
      text: `Guten Tag {{person}},

Ihre Entscheidung in Stufe {{phase}} ({{answer}}) kam zu spät oder ist dort, wo der Antrag geführt wird, nicht mehr erlaubt. Sehen Sie sich den Antrag an, und entscheiden Sie noch einmal, wenn er noch auf Sie wartet.

${request}

{{link}}`,
    },
    question: {
      subject: "Antrag {{number}}: eine Frage von {{writer}}",
      text: `Guten Tag {{person}},

{{writer}} fragt Sie: {{comment}}

${request}

{{link}}`,
    },
    answered: {
      subject: "Antrag {{number}}: eine Antwort von {{writer}}",
      text: `Guten Tag {{person}},

{{writer}} antwortet auf Ihre Frage: {{comment}}

${request}

{{link}}`,
    },
    sentBack: {
      subject: "Antrag {{number}} wurde von {{writer}} zurückgegeben",
      text: `Guten Tag {{person}},

{{writer}} hat den Antrag zurückgegeben. Er geht weiter, wenn er neu eingereicht wird.
Bemerkung: {{comment}}

${request}

{{link}}`,
    },
    stillSentBack: {
      subject: "Erinnerung: Antrag {{number}} für {{recipient}} wurde Ihnen zurückgegeben",
      text: `Guten Tag {{person}},

der Antrag wurde Ihnen zurückgegeben. Er geht weiter, wenn Sie ihn neu einreichen.

${request}

{{link}}`,
    },
    resubmitted: {
      subject: "Bitte entscheiden: Antrag {{number}} wurde von {{writer}} neu eingereicht",
      text: `Guten Tag {{person}},

{{writer}} hat den Antrag neu eingereicht. Es wird wieder um Ihre Entscheidung gebeten.
Bemerkung: {{comment}}

${request}

{{link}}`,
    },
    conflicts: {
      subject: "Kennwörter im Widerspruch: {{accounts}} auf {{systems}}",
      text: `Guten Tag {{person}},

keines der Kennwörter, die der Tresor von ihnen hat, öffnet diese verwalteten Konten. Alle bleiben im Tresor, und keines wird mehr geändert.

Konten im Widerspruch: {{accounts}}
Auf diesen verwalteten Systemen: {{systems}}
und {{moreSystems}} weiteren
Davon seit der letzten Mitteilung: {{fresh}}

\`gatehouse managed conflicts\` nennt sie, und \`gatehouse managed conflicts --settle\` fragt ihre Zielsysteme noch einmal.

${request}

{{link}}`,
    },
    checkedOut: {
      subject: "Ausgeliehen: {{account}}",
      text: `Guten Tag {{person}},

das Kennwort von {{account}} gehört ab jetzt für {{minutes}} Minuten Ihnen.
Warum: {{comment}}

${request}

{{link}}`,
    },
    checkoutEnding: {
      subject: "Endet bald: {{account}}",
      text: `Guten Tag {{person}},

was Sie von {{account}} ausgeliehen haben, endet in {{minutes}} Minuten. Verlängern Sie es, oder geben Sie es zurück, wenn Sie fertig sind.
Warum Sie es haben: {{comment}}

${request}

{{link}}`,
    },
    checkoutEnded: {
      subject: "{{account}} ist {{how}}",
      text: `Guten Tag {{person}},

was Sie von {{account}} ausgeliehen hatten, ist {{how}}. Das Kennwort, das Sie kennen, gilt bald nicht mehr.
Warum Sie es hatten: {{comment}}

${request}

{{link}}`,
    },
    emergency: {
      subject: "NOTFALL: {{holder}} hat das Kennwort von {{account}}",
      text: `Guten Tag {{person}},

{{holder}} hat das Kennwort von {{account}} im Notfall genommen, ohne Genehmigung. {{voucher}} steht dafür ein.
Warum: {{comment}}

Entziehen Sie es mit \`gatehouse checkout revoke\`, wenn es nicht sein soll. Prüfen Sie es danach mit \`gatehouse checkout review\`.

${request}

{{link}}`,
    },
    rightGiven: {
      subject: "Neues Recht an privilegierten Kennwörtern: {{holders}}",
      text: `Guten Tag {{person}},

an privilegierten Kennwörtern, für die Sie zuständig sind, hat jemand ein neues Recht: {{right}}.

Wer: {{holders}}
und {{moreHolders}} weitere
Wie: {{way}}
Durch: {{giver}}

Soll das nicht sein, entfernen Sie die Mitglieder aus der Benutzerklasse, oder entziehen Sie das Recht.

${request}

{{link}}`,
    },
    secretWay: {
      subject: "Ein anderer Weg zu Kennwörtern: {{subject}}",
      text: `Guten Tag {{person}},

die Wege, auf denen Kennwörter zu haben sind, haben sich geändert.
{{change}}: {{subject}}
Von: {{changer}}

Wer dort empfängt, kann Kennwörter lesen, die dorthin gesendet werden, oder sich als andere anmelden. Soll das nicht sein, sperren Sie den Proxy aus (\`gatehouse proxy revoke\`) oder stellen Sie das Zielsystem oder den Identitätsanbieter richtig, und lassen Sie die Kennwörter danach ändern.

${request}

{{link}}`,
    },
    secondFactor: {
      subject: "Anmeldung: {{factor}} {{change}}",
      text: `Guten Tag {{person}},

womit Sie sich anmelden, hat sich geändert: {{factor}} wurde {{change}}.
Von: {{changer}}

Soll das nicht sein, ändern Sie Ihr Kennwort, beenden Sie Ihre Sitzungen und sagen Sie es denen, die diesen Dienst betreiben.

${request}

{{link}}`,
    },
    ...passwordsInGerman,
    ...staysInGerman,
    ...nodesInGerman,
    ...accessInGerman,
    ended: {
      subject: "Antrag {{number}} ist {{outcome}}",
      text: `Guten Tag {{person}},

der Antrag ist {{outcome}}.
Warum: {{because}}.

${request}

{{link}}`,
    },
  },
  digest: {
    subject: "{{count}} Mitteilungen",
    text: `Guten Tag {{person}},

das ist geschehen:`,
  },
  test: {
    subject: "Eine Probe von Gatehouse",
    text: "Diese Mail wurde von `gatehouse mail test` verschickt: Mitteilungen können gesendet werden.",
  },
};
