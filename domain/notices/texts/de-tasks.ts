import type { MailTexts } from "../mail-texts.ts";

type TaskTexts = Pick<
  MailTexts["kinds"],
  "taskOffered" | "taskReminded" | "taskEscalated" | "taskReturned" | "taskHeld"
>;

/** Returns the texts about tasks of implementers in German, with the lines that describe the request. */
export function germanTasks(request: string): TaskTexts {
  return {
    taskOffered: {
      subject: "Aufgabe: Antrag {{number}} für {{recipient}}",
      text: `Guten Tag {{person}},

Vorgang {{operation}} dieses genehmigten Antrags wird Ihnen als Aufgabe angeboten.

${request}

{{link}}`,
    },
    taskReminded: {
      subject: "Erinnerung: Aufgabe zu Antrag {{number}} für {{recipient}}",
      text: `Guten Tag {{person}},

die Aufgabe zu Vorgang {{operation}} wartet noch auf Sie.

${request}

{{link}}`,
    },
    taskEscalated: {
      subject: "Aufgabe: Antrag {{number}} für {{recipient}}",
      text: `Guten Tag {{person}},

{{silent}} hat nicht geantwortet. Die Aufgabe zu Vorgang {{operation}} wird Ihnen angeboten.

${request}

{{link}}`,
    },
    taskReturned: {
      subject: "Aufgabe kam zurück: Antrag {{number}} für {{recipient}}",
      text: `Guten Tag {{person}},

die Aufgabe zu Vorgang {{operation}} kam zurück und wartet wieder auf Sie.

${request}

{{link}}`,
    },
    taskHeld: {
      subject: "Antrag {{number}} für {{recipient}} ist angehalten",
      text: `Guten Tag {{person}},

für Vorgang {{operation}} gibt es keinen Ausführenden mehr. Sie können die Aufgabe zuweisen oder scheitern lassen.
Warum: {{comment}}

${request}

{{link}}`,
    },
  };
}
