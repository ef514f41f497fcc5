import type { SpecificationSection } from "./row.ts";

/** The tasks of the service. */
export const section1: SpecificationSection = {
  number: 1,
  title: "What the service does",
  rows: [
    {
      id: "1.targets",
      says: "keeps users, and the accounts and groups of target systems, which stand in target groups",
      at: [
        "GET /v2/users",
        "GET /v2/accounts",
        "GET /v2/groups",
        "GET /v2/targetGroups({targetGroupKey})/targetSystems",
      ],
    },
    {
      id: "1.discovery",
      says: "discovers what is on a target system",
      at: ["POST /v2/targetSystems({targetSystemKey})/discover", "gatehouse discover"],
    },
    {
      id: "1.auto-association",
      says: "attaches the accounts it finds to their users",
      at: ["targetSystems.discover"],
    },
    {
      id: "1.import-rules",
      says: "imports what it finds by rules",
      at: ["importRules.apply", "gatehouse import-rule trial"],
    },
    {
      id: "1.passwords",
      says: "resets, changes and verifies passwords",
      at: [
        "POST /v2/accounts({accountKey})/resetPassword",
        "POST /v2/accounts({accountKey})/changePassword",
        "POST /v2/accounts({accountKey})/verifyPassword",
      ],
    },
    {
      id: "1.password-policies",
      says: "holds passwords to password policies",
      at: ["PATCH /v2/passwordPolicies({passwordPolicyId})", "POST /v2/accounts({accountKey})/resetPassword"],
    },
    {
      id: "1.mass-reset",
      says: "resets many passwords at once",
      at: [
        "POST /v2/massResets",
        "POST /v2/massResets({massResetKey})/trial",
        "POST /v2/massResets({massResetKey})/start",
        "massResets.start",
      ],
    },
    {
      id: "1.onboarding",
      says: "with mass resets: onboarding and offboarding",
      at: [
        "POST /v2/massResets",
        "POST /v2/massResets({massResetKey})/start",
        "GET /v2/massResets({massResetKey})/steps",
        "massResets.start",
      ],
    },
    {
      id: "1.randomization",
      says: "randomizes privileged passwords and keeps them in a vault",
      at: ["POST /v2/managedAccounts({managedAccountKey})/randomize", "managedAccounts.randomize"],
    },
    {
      id: "1.disclosure",
      says: "discloses privileged passwords in sessions",
      at: ["POST /v2/checkouts", "POST /v2/checkouts({checkoutKey})/reveal", "checkouts.reveal"],
    },
    {
      id: "1.phased-authorization",
      says: "lets authorizers decide about requests, phase after phase",
      at: ["POST /v2/requests", "POST /v2/requests({requestKey})/decide"],
    },
    {
      id: "1.implementers",
      says: "lets people carry out what no connector does",
      at: [
        "POST /v2/targetSystems",
        "POST /v2/groups({groupKey})/setFulfilment",
        "POST /v2/requests({requestKey})/acceptTask",
        "POST /v2/requests({requestKey})/declineTask",
        "POST /v2/requests({requestKey})/completeTask",
        "POST /v2/requests({requestKey})/failTask",
        "POST /v2/requests({requestKey})/handOnTask",
        "POST /v2/requests({requestKey})/revealTaskPassword",
        "GET /v2/requests/waitingForMe",
      ],
    },
    {
      id: "1.roles",
      says: "keeps roles, and enforces them by `autores` and `rbacenforce`",
      at: ["gatehouse autores", "gatehouse rbacenforce", "enforcementRuns.start", "POST /v2/enforcementRuns"],
    },
    {
      id: "1.chains",
      says: "signs people in by chains, SAML and a CAPTCHA of version 3 among their steps",
      at: ["POST /identity/sign-in/attempts", "signIn.begin"],
    },
    {
      id: "1.questions",
      says: "authenticates by questions and answers",
      at: ["POST /identity/sign-in/attempts/{attempt}/steps", "signIn.answer"],
    },
    {
      id: "1.sessions",
      says: "keeps sessions, which end with their tokens",
      at: ["POST /identity/connect/token", "POST /identity/connect/revocation", "identity.revoke"],
    },
    {
      id: "1.replication",
      says: "replicates between nodes",
      at: ["POST /replication/join", "POST /replication/changes"],
    },
    {
      id: "1.proxies",
      says: "runs connectors on proxies near their targets",
      at: ["POST /proxies/v1/orders", "POST /proxies/v1/outcomes"],
    },
    { id: "1.rest", says: "has a REST API in the style of OData under `/v2`", at: ["GET /v2", "GET /v2/$metadata"] },
    {
      id: "1.soap",
      says: "has an API in the style of SOAP, `idapisoap`",
      at: ["POST /idapisoap", "GET /idapisoap", "SOAP_NETWORKS"],
    },
    {
      id: "1.library",
      says: "has a library (IDAPI) that leads to the same operations under the same policies",
      at: ["POST /idapi/login", "POST /idapi/logout", "POST /idapi/read", "sessions.logOut"],
    },
    { id: "1.ui", says: "has a web UI at `/react/`", at: ["GET /react", "GET /react/assets/{file}"] },
    {
      id: "1.ui-redirect",
      says: "sends `/react/<path>` on to `/react/#/<path>`, query and all",
      at: ["GET /react/{page}"],
    },
    {
      id: "1.remember-me",
      says: "remembers the user name, over sessions and tabs, once a sign-in has succeeded",
      at: ["POST /react/session/{attempt}"],
    },
    {
      id: "1.external-link",
      says: "ends the session by a link with `rel=external` and `target=_top`",
      at: ["DELETE /react/session"],
    },
  ],
};
