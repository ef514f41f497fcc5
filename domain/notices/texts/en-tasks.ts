import type { MailTexts } from "../mail-texts.ts";

type TaskTexts = Pick<
  MailTexts["kinds"],
  "taskOffered" | "taskReminded" | "taskEscalated" | "taskReturned" | "taskHeld"
>;

/** Returns the texts about tasks of implementers in English, with the lines that describe the request. */
export function englishTasks(request: string): TaskTexts {
  return {
    taskOffered: {
      subject: "Task: request {{number}} for {{recipient}}",
      text: `Hello {{person}},

operation {{operation}} of this approved request is offered to you as a task.

${request}

{{link}}`,
    },
    taskReminded: {
      subject: "Reminder: task of request {{number}} for {{recipient}}",
      text: `Hello {{person}},

the task of operation {{operation}} still waits for you.

${request}

{{link}}`,
    },
    taskEscalated: {
      subject: "Task: request {{number}} for {{recipient}}",
      text: `Hello {{person}},

{{silent}} has not answered. The task of operation {{operation}} is offered to you.

${request}

{{link}}`,
    },
    taskReturned: {
      subject: "Task came back: request {{number}} for {{recipient}}",
      text: `Hello {{person}},

the task of operation {{operation}} came back and waits for you again.

${request}

{{link}}`,
    },
    taskHeld: {
      subject: "Request {{number}} for {{recipient}} is on hold",
      text: `Hello {{person}},

nobody is left to implement operation {{operation}}. You may assign its task or fail it.
Why: {{comment}}

${request}

{{link}}`,
    },
  };
}
