import { errorDefinitions } from "./error-definition.ts";

/** Errors of mass resets of passwords. */
export const massResetErrors = errorDefinitions({
  invalid: {
    MASS_RESET_CHOICE: "Choose the accounts in one way: by condition, userKeys, accountKeys or file.",
    MASS_RESET_FILE_INVALID:
      "The file names users or accounts that are unknown or ambiguous, or cannot be read. Correct the lines that the details name, or set skipFaults to true.",
  },
  conflict: {
    MASS_RESET_STARTED: "The mass reset was started, so its choice can no longer be changed. Create a new one.",
    MASS_RESET_NOT_STARTED: "The mass reset was not started yet. Start it first.",
    MASS_RESET_OVER: "The mass reset has ended or was stopped. Create a new one.",
    MASS_RESET_EMPTY: "The mass reset resets no account. Look at its trial, and choose other accounts.",
  },
  preconditionFailed: {
    MASS_RESET_COUNT: "The number of chosen accounts has changed. Look at a new trial, and start with its number.",
  },
});
