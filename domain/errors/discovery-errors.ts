import { errorDefinitions } from "./error-definition.ts";

/** Errors of discoveries and of the listings that proxies send for them. */
export const discoveryErrors = errorDefinitions({
  conflict: {
    DISCOVERY_RUNNING: "This target system is being discovered already. Follow that operation, or wait for its end.",
    DISCOVERY_NOT_WAITING: "This operation is no discovery that waits for a confirmation. Read the operation again.",
    PROXY_AWAY: "The proxy of this target system takes no orders now. Look at 'gatehouse proxy status', and start it.",
    LISTING_REFUSED:
      "The part of a listing is refused: it is not the next one, or the listing was handed out again since.",
    IMPORT_RULES_MAX: "There are as many import rules as an installation may have. Remove one first.",
  },
  invalid: {
    LISTING_INVALID:
      "The part of a listing cannot be read. Check the connector: ids, names and values must be texts that fit.",
    IMPORT_RULE_INVALID: "The import rule cannot be used. The details name each place of the condition and its rule.",
    MANAGED_SYSTEM_POLICY_UNKNOWN: "No managed system policy has this id. Look it up under /v2/managedSystemPolicies.",
  },
});
