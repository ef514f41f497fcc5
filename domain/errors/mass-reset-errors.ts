import { errorDefinitions } from "./error-definition.ts";

/** Errors of mass resets of passwords. */
export const massResetErrors = errorDefinitions({
  invalid: {
    MASS_RESET_CHOICE: "Choose the accounts in one way: by condition, userKeys, accountKeys or file.",
    MASS_RESET_FILE_INVALID:
      "The file names users or accounts that are unknown or ambiguous, or cannot be read. Correct the lines that the details name, or set skipFaults to true.",
    MASS_RESET_ACTION:
      "The mass reset names something that belongs to another action. Leave it out, or choose the other action.",
    MASS_RESET_ENDS: "The ends of the offboarding do not fit together. Correct ends.",
    MASS_RESET_PRIVILEGED:
      "A condition never selects superusers and privileged accounts. Name them by userKeys, accountKeys or a file, or leave includePrivileged out.",
  },
  conflict: {
    MASS_RESET_STARTED: "The mass reset was started, so its choice can no longer be changed. Create a new one.",
    MASS_RESET_NOT_STARTED: "The mass reset was not started yet. Start it first.",
    MASS_RESET_OVER: "The mass reset has ended or was stopped. Create a new one.",
    MASS_RESET_EMPTY: "The mass reset does nothing. Look at its trial, and choose others.",
    MASS_RESET_STARTER_UNFIT:
      "The user who started the mass reset may no longer act. Stop it, and let somebody else create a new one.",
  },
  preconditionFailed: {
    MASS_RESET_COUNT: "The number of chosen accounts has changed. Look at a new trial, and start with its number.",
  },
});
