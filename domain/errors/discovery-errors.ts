import { errorDefinitions } from "./error-definition.ts";

/** Errors of discoveries and of the listings that proxies send for them. */
export const discoveryErrors = errorDefinitions({
  conflict: {
    DISCOVERY_RUNNING:
      "A discovery of this target system is already running. Follow its operation, or wait until it ends.",
    DISCOVERY_NOT_WAITING: "This operation is not a discovery that waits for confirmation. Reload the operation.",
    PROXY_AWAY: "The proxy of this target system is offline. Check 'gatehouse proxy status', and start the proxy.",
    LISTING_REFUSED: "This part of a listing is rejected: it is not the next one, or the listing was started again.",
    IMPORT_RULES_MAX: "The limit of import rules is reached. Delete one first.",
  },
  invalid: {
    LISTING_INVALID:
      "This part of a listing cannot be read. Check the connector: IDs, names and values must be valid texts.",
    IMPORT_RULE_INVALID: "The import rule is invalid. The details name each place of the condition and its rule.",
    MANAGED_SYSTEM_POLICY_UNKNOWN: "No managed system policy has this ID. Look it up under /v2/managedSystemPolicies.",
  },
});
