import type { SpecificationSection } from "./row.ts";

/** Errors. */
export const section7: SpecificationSection = {
  number: 7,
  title: "Errors",
  rows: [
    { id: "7.user-locked", says: "a right password of a locked user", repeats: ["5.user-locked"] },
    { id: "7.user-disabled", says: "a right password of a disabled user", repeats: ["5.user-disabled"] },
    { id: "7.library-login", says: "a sign-in by the library that fails", repeats: ["5.library-login"] },
    { id: "7.soap-wrong-password", says: "SOAP with a wrong password", repeats: ["5.soap-wrong-password"] },
    { id: "7.soap-no-login", says: "SOAP without any login: ERR_NOT_LOGGED_IN", at: ["POST /idapisoap"] },
    { id: "7.question-unknown-user", says: "a question for an unknown user", repeats: ["4.add-question"] },
    { id: "7.account-locked", says: "locking an account by PATCH", repeats: ["2.account.locked"] },
    {
      id: "7.definition-empty",
      says: "an attribute definition with an empty discoveredObjectType or attribute",
      repeats: ["2.definition.object-type", "2.definition.attribute"],
    },
    {
      id: "7.target-system-empty",
      says: "a target system with an empty address or description, new or changed",
      repeats: ["2.target-system.address", "2.target-system.description"],
    },
    {
      id: "7.definitions-nowhere",
      says: "the attribute definitions of a target system that does not exist",
      repeats: ["2.definition.target-system"],
    },
    {
      id: "7.password-strength",
      says: "a reset that was too weak fails as too weak",
      at: ["POST /v2/accounts({accountKey})/resetPassword", "GET /v2/operations({operationKey})"],
    },
    {
      id: "7.connector-message",
      says: "an operation that failed shows the words of its connector",
      at: ["GET /v2/operations({operationKey})", "proxies.recordOutcomes"],
    },
  ],
};
