import { errorDefinitions } from "./error-definition.ts";

/** Errors of analyses and of the roles that they suggest. */
export const analysisErrors = errorDefinitions({
  invalid: {
    ANALYSIS_INVALID: "The input does not fit the kind of the analysis. Each detail names a field and its rule.",
  },
  tooMany: {
    ANALYSES_OPEN_MAX: "You have reached the limit of analyses in progress. Wait until one ends, or stop one.",
  },
  conflict: {
    ANALYSIS_OVER: "The analysis has ended already. Start another one if you need a new result.",
    ANALYSIS_RUNNING: "The analysis has not ended yet. Wait until it has.",
    SUGGESTION_DRAFTED: "A role was drafted of this suggestion already. Change that role.",
    SUGGESTION_LARGE:
      "The suggestion has too many people to name each of them. Draft it with withPeople: false, and give the role a condition.",
    ANALYSIS_GIVEN_UP:
      "The analysis was given up, because each process that computed it ended before. Check the memory of the hub, and start it again.",
  },
});
