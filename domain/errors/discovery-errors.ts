import type { ErrorDefinition } from "./error-definition.ts";

/** What can be wrong with discoveries and with what proxies list for them. */
export const discoveryErrors = {
  DISCOVERY_RUNNING: {
    kind: "conflict",
    message: "This target system is being discovered already. Follow that operation, or wait for its end.",
  },
  DISCOVERY_NOT_WAITING: {
    kind: "conflict",
    message: "This operation is no discovery that waits for a confirmation. Read the operation again.",
  },
  PROXY_AWAY: {
    kind: "conflict",
    message: "The proxy of this target system takes no orders now. Look at 'gatehouse proxy status', and start it.",
  },
  LISTING_REFUSED: {
    kind: "conflict",
    message: "The part of a listing is refused: it is not the next one, or the listing was handed out again since.",
  },
  LISTING_INVALID: {
    kind: "invalid",
    message: "The part of a listing cannot be read. Check the connector: ids, names and values must be texts that fit.",
  },
  IMPORT_RULE_INVALID: {
    kind: "invalid",
    message: "The import rule cannot be used. The details name each place of the condition and its rule.",
  },
  IMPORT_RULES_MAX: {
    kind: "conflict",
    message: "There are as many import rules as an installation may have. Remove one first.",
  },
  MANAGED_SYSTEM_POLICY_UNKNOWN: {
    kind: "invalid",
    message: "No managed system policy has this id. Look it up under /v2/managedSystemPolicies.",
  },
} as const satisfies Record<string, ErrorDefinition>;
