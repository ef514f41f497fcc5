import { errorDefinitions } from "./error-definition.ts";

/** Errors of implementers and of their tasks. */
export const taskErrors = errorDefinitions({
  invalid: {
    TARGET_WITHOUT_CONNECTOR:
      "This target system has no connector, so this cannot be done there. Set its type and address first.",
    IMPLEMENTER_INVALID: "An implementer names an unknown user, user class or plug-in. Look the names up first.",
    FULFILMENT_NONE:
      "Nobody performs this on the target system: its fulfilment is none. Leave the operation out, or ask an administrator to set fulfilment.",
    TASK_PASSWORD: "Implementers get a password that the service makes. Leave password out.",
    TASK_PASSWORD_NONE:
      "The operation creates no account, so there is no password for it. Check the operations of the request.",
    TASK_UNKNOWN: "The operation is not a task of implementers. Check the operations of the request.",
    IMPLEMENTER_UNFIT:
      "A task is handed on to an enabled user who is an implementer there and not the recipient. Choose another user.",
  },
  conflict: {
    TASK_CLOSED: "The task is closed. Reload the request.",
    TASK_TAKEN: "Another implementer has this task. Reload the request.",
    TASK_ACCEPTED: "You already accepted this task. Complete it, or decline it.",
    TASK_NOT_ACCEPTED: "You have not accepted this task, or no longer have it. Accept it first.",
    TASK_PASSWORD_OVER:
      "The password of this task was shown already, or its time is over. Accept the task again to get another one.",
    TASK_PASSWORD_IMPOSSIBLE:
      "The password policy of the target system allows no password that the service can make. Ask an administrator to change the policy.",
    TASK_OBJECT_TAKEN:
      "An object with this ID is on record there and is not one of the recipient. Check the ID, or ask an administrator.",
    TASK_UNCONFIRMED:
      "A discovery does not show what was completed, so the task came back. The message says what was seen.",
    TASK_FAILED: "An implementer could not complete the task. The message says why.",
  },
  forbidden: {
    NOT_AN_IMPLEMENTER: "Only a person to whom the task is offered may do this.",
  },
});
