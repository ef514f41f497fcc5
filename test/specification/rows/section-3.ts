import type { SpecificationSection } from "./row.ts";

/** States and transitions. */
export const section3: SpecificationSection = {
  number: 3,
  title: "States and transitions",
  rows: [
    {
      id: "3.calculating-authorizers",
      says: "a request stands in the status Calculating authorizers while they are being found",
      at: ["GET /v2/requests({requestKey})", "requests.findAuthorizers"],
    },
    {
      id: "3.active-filter",
      says: "the filter Active leaves out requests whose authorizers are being calculated",
      at: ["GET /v2/requests"],
    },
    {
      id: "3.completed",
      says: "the status of a batch that is over is `C`",
      at: ["GET /v2/requests({requestKey})", "requests.nextStep"],
    },
    {
      id: "3.unknown",
      says: "the result of an operation of which nobody knows is `N`",
      at: ["GET /v2/requests({requestKey})/operations", "GET /v2/operations({operationKey})", "requests.nextStep"],
    },
    { id: "3.user-states", says: "a user can be locked, and disabled", at: ["GET /v2/users({userKey})"] },
    {
      id: "3.grace-period",
      says: "a batch without results is `C` when the intervals for further tries that remained are used up",
      at: ["requests.nextStep", "REQUEST_RETRY_INTERVALS_SECONDS"],
    },
    {
      id: "3.monitor-start",
      says: "when the monitor starts, an operation that can have no final result any more gets `N`",
      at: ["requests.wakeOverdue", "requests.listUnfinished", "requests.nextStep"],
    },
    {
      id: "3.account-locked",
      says: "an account stays as it is where a PATCH wants to lock it",
      repeats: ["2.account.locked"],
    },
    {
      id: "3.no-token",
      says: "a user who is locked or disabled gets no token, and hears which of both",
      repeats: ["5.user-locked", "5.user-disabled"],
    },
  ],
};
