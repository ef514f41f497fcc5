import type { MailTexts } from "../mail-texts.ts";

const request = `Antrag {{number}}
Gestellt von: {{requester}}
Für: {{recipient}}
Grund: {{reason}}`;

/** The texts in German. */
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
  },
  kinds: {
    asked: {
      subject: "Bitte entscheiden: Antrag {{number}} für {{recipient}}",
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
