import { errorDefinitions } from "./error-definition.ts";

/** Errors of runs of enforcement, and of exceptions. */
export const enforcementErrors = errorDefinitions({
  conflict: {
    ENFORCEMENT_OVER: "This run has ended or was stopped. Begin another one.",
    ENFORCEMENT_NOT_WAITING: "This run waits for no confirmation. Reload it.",
    EXCEPTION_ENDED: "This exception has ended already. Reload it.",
  },
});
