import type { SpecificationSection } from "./row.ts";

/** Limits. */
export const section8: SpecificationSection = {
  number: 8,
  title: "Limits",
  rows: [
    { id: "8.expand-depth", says: "`$expand` goes five levels deep", at: ["GET /v2/targetGroups", "GET /v2/users"] },
    { id: "8.grant-cleanup", says: "grants go 24 hours after their end", repeats: ["5.grant-cleanup"] },
    {
      id: "8.start-retry",
      says: "the API looks every 30 seconds whether schema, database and BASE_IDSYNCH_URL are there",
      at: ["START_UP_RETRY_SECONDS", "BASE_IDSYNCH_URL", "gatehouse api"],
    },
    {
      id: "8.keep-alive",
      says: "connections between services are kept alive each 30 seconds, or as SocketKeepAlive says",
      at: ["SOCKET_KEEP_ALIVE_SECONDS"],
    },
    { id: "8.keep-alive-time", says: "KeepAliveTime is no setting any more", at: ["SOCKET_KEEP_ALIVE_SECONDS"] },
    {
      id: "8.tunnel-keep-alive",
      says: "so are the connections of proxies, each 30 seconds",
      at: ["SOCKET_KEEP_ALIVE_SECONDS"],
    },
    {
      id: "8.database-level",
      says: "a database that is too old is refused by the check before an installation",
      at: ["gatehouse migrate"],
    },
    { id: "8.relay-state", says: "the RelayState of SAML has fewer than 80 characters", repeats: ["5.relay-state"] },
    {
      id: "8.randomize-local-fallback",
      says: "IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK, with the confirmation of bulk runs where it is off",
      at: [
        "IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK",
        "POST /v2/managedSystemPolicies({managedSystemPolicyId})/randomize",
        "managedSystemPolicies.randomize",
      ],
    },
    {
      id: "8.failed-passwords",
      says: "PASSWORD HISTORY VIEW INCLUDE FAILED PASSWORDS shows passwords that never came into force, too",
      at: [
        "PASSWORD_HISTORY_VIEW_INCLUDE_FAILED_PASSWORDS",
        "GET /v2/managedAccounts({managedAccountKey})/passwordHistory",
        "GET /v2/managedAccounts({managedAccountKey})/passwordHistory({entryKey})",
      ],
    },
    {
      id: "8.block-check",
      says: "IDPM BLOCK CHECK ALL NODES checks all nodes for blocking records on a password reset",
      at: [
        "IDPM_BLOCK_CHECK_ALL_NODES",
        "POST /v2/passwordBlocks",
        "POST /v2/passwordBlocks({passwordBlockKey})/lift",
        "POST /v2/accounts({accountKey})/resetPassword",
        "POST /v2/users({userKey})/resetPasswords",
      ],
    },
    {
      id: "8.threads",
      says: "PSUPDATE AUTORES THREADS, PSUPDATE RBACENFORCE THREADS and `-threads`",
      at: ["PSUPDATE_AUTORES_THREADS", "PSUPDATE_RBACENFORCE_THREADS"],
    },
    {
      id: "8.inheritance",
      says: "MANAGED GROUP INHERITANCE COPY TARGET, on where it is new and off after an upgrade",
      at: [
        "MANAGED_GROUP_INHERITANCE_COPY_TARGET",
        "POST /v2/groups({groupKey})/setAuthorizationPhases",
        "groups.setAuthorizationPhases",
      ],
    },
    {
      id: "8.save-queue-space",
      says: "LWS SAVE QUEUE SPACE lists systems in mode pull in full, as earlier releases did",
      at: ["LWS_SAVE_QUEUE_SPACE", "targetSystems.discover"],
    },
    {
      id: "8.variables",
      says: "configuration variables are kept under their exact names",
      at: [
        "GET /v2/settings",
        "PATCH /v2/settings({settingName})",
        "gatehouse settings list",
        "gatehouse settings set",
        "gatehouse settings unset",
        "settings.update",
      ],
    },
    { id: "8.phase-propagation", says: "IDWFM AUTH PHASE PROPAGATION", at: ["IDWFM_AUTH_PHASE_PROPAGATION"] },
    {
      id: "8.lockout-duration",
      says: "LOCKOUT_DURATION ends locks by themselves; `userunlock -all` does not wait for it",
      at: ["LOCKOUT_DURATION", "gatehouse userunlock", "identity.unlockUser"],
    },
    {
      id: "8.no-kill-retry",
      says: "NoKillRetry bounds the retry of a killed procedure",
      at: ["NO_KILL_RETRY", "nodes.pull"],
    },
  ],
};
