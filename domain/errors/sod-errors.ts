import { errorDefinitions } from "./error-definition.ts";

/** Errors of the separation of duties. */
export const sodErrors = errorDefinitions({
  invalid: {
    SOD_RULE_INVALID: "The rule is invalid. Each detail names a field and its rule.",
    SOD_RULE_UNKNOWN: "No rule of separation of duties that takes exceptions has this key. The refusal names the rule.",
  },
  conflict: {
    SOD_RULE_EXISTS: "A rule of separation of duties has this ID already. Choose another one.",
    SOD_FORBIDDEN:
      "A rule of separation of duties forbids this together with what the recipient has or has asked for. The message names the rule, and what must be given back first.",
    SOD_EXCEPTION_NEEDED:
      "A rule of separation of duties allows this only with an exception. Add the operation AESOD with the rule, a compensating control and an end, or have the other access given back first.",
  },
});
