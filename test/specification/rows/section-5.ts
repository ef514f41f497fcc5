import type { SpecificationSection } from "./row.ts";

const token = "POST /identity/connect/token";
const account = "/v2/accounts({accountKey})";
const target = "/v2/targetSystems({targetSystemKey})";

/** Authentication. */
export const section5: SpecificationSection = {
  number: 5,
  title: "Authentication",
  rows: [
    {
      id: "5.token",
      says: "calls are made with a JWT that the token endpoint gives",
      at: [token, "identity.signIn", "GET /v2/users({userKey})"],
    },
    {
      id: "5.revocation",
      says: "tokens are revoked at an endpoint",
      at: ["POST /identity/connect/revocation", "identity.revoke"],
    },
    {
      id: "5.token-policy",
      says: "identity_connect_token decides who may have a token: by default the class _EXPLICIT_REST_API_USERS_",
      at: [token, "identity.signIn"],
    },
    { id: "5.user-locked", says: "right credentials of a locked user: USER_LOCKED", at: [token, "identity.signIn"] },
    {
      id: "5.user-disabled",
      says: "right credentials of a disabled user: USER_DISABLED",
      at: [token, "identity.signIn"],
    },
    { id: "5.userinfo", says: "userinfo", repeats: ["4.userinfo"] },
    { id: "5.grant-cleanup", says: "grants are removed 24 hours after their end", at: ["identity.cleanGrants"] },
    {
      id: "5.one-token-server",
      says: "there is one implementation of tokens; it sends nobody to a foreign address (CVE-2024-39694)",
      at: ["GET /identity/connect/authorize", "POST /identity/connect/sign-in", "GET /identity/connect/logout"],
    },
    {
      id: "5.operation-identifier",
      says: "what goes on after a call proves by an identifier that the token was valid when it was asked for",
      at: ["POST /v2/requests", "requests.nextStep"],
    },
    {
      id: "5.operation-types",
      says: "only types of operations that stand in the table of constraints go on",
      at: ["POST /v2/requests", "requests.nextStep"],
    },
    {
      id: "5.policy-engine",
      says: "an engine runs the policies of authorization",
      at: ["policies.set", "policies.explain", "gatehouse policy explain"],
    },
    { id: "5.is-superuser", says: "the function IsSuperuser of policies", at: ["policies.explain"] },
    {
      id: "5.profile-attributes",
      says: "the function GetProfileAttributeValues of policies",
      at: ["policies.explain"],
    },
    {
      id: "5.notices-policies",
      says: "the part that asks policies is told of changes, and can be told to load them",
      at: ["policies.set", "gatehouse policy reload"],
    },
    {
      id: "5.notices-tokens",
      says: "the part that judges tokens is told of changes",
      at: ["identity.revoke", "CHANGES_POLL_MS"],
    },
    {
      id: "5.policy.target-groups",
      says: "targetgroups_get and targetgroups_get_list",
      at: ["GET /v2/targetGroups", "GET /v2/targetGroups({targetGroupKey})"],
    },
    {
      id: "5.policy.password-policies",
      says: "password policies are read by everybody who is signed in",
      at: [
        "GET /v2/passwordPolicies",
        "GET /v2/passwordPolicies({passwordPolicyId})",
        "GET /v2/targetGroups({targetGroupKey})/passwordPolicy",
      ],
    },
    { id: "5.policy.create-account", says: "accounts_post_create: superusers", at: ["POST /v2/accounts"] },
    {
      id: "5.policy.accounts",
      says: "accounts_get, accounts_get_list: superusers",
      at: ["GET /v2/accounts", `GET ${account}`],
    },
    {
      id: "5.policy.below-accounts",
      says: "the policies of what stands below an account, down to the bare value of an attribute",
      at: [
        `GET ${account}/user`,
        `GET ${account}/targetSystem`,
        `GET ${account}/attributes`,
        `GET ${account}/attributes({accountAttributeKey})`,
        `GET ${account}/groupMemberships`,
        `GET ${account}/groupMemberships({groupMembershipKey})`,
      ],
    },
    {
      id: "5.policy.target-systems",
      says: "the policies of target systems, their accounts, groups and options",
      at: [
        "GET /v2/targetSystems",
        `GET ${target}`,
        `GET ${target}/accounts`,
        `GET ${target}/groups`,
        `GET ${target}/options`,
      ],
    },
    {
      id: "5.policy.below-target-system",
      says: "targetsystems_get is asked for attribute definitions and credentials too",
      at: [`POST ${target}/attributeDefinitions`, `POST ${target}/credentials`],
    },
    {
      id: "5.library-login",
      says: "a sign-in by the library that fails has one error, which names no reason",
      at: ["POST /idapi/login", "sessions.logIn"],
    },
    {
      id: "5.soap-wrong-password",
      says: "SOAP: a wrong password of a single call is ERR_INVALID_SESSKEY",
      at: ["POST /idapisoap"],
    },
    { id: "5.soap-leaks", says: "SOAP: logins that fail leave nothing behind", at: ["sessions.logIn"] },
    {
      id: "5.external-questions",
      says: "answers to external sets of questions are really checked",
      at: ["POST /identity/sign-in/attempts/{attempt}/steps", "signIn.answer"],
    },
    {
      id: "5.saml-failure",
      says: "a SAML step that fails clears the identifier of its session",
      at: ["POST /identity/saml/{provider}/acs", "signIn.receiveAssertion", "signIn.answer"],
    },
    {
      id: "5.saml-list",
      says: "an identifier that is a list is judged by its first element",
      at: ["POST /identity/sign-in/attempts/{attempt}/steps", "signIn.answer"],
    },
    {
      id: "5.relay-state",
      says: "RelayState has fewer than 80 characters",
      at: ["POST /identity/saml/{provider}/acs", "signIn.receiveAssertion"],
    },
    {
      id: "5.captcha",
      says: "a CAPTCHA of version 3 is a component of chains",
      at: ["POST /identity/sign-in/attempts/{attempt}/steps", "signIn.answer"],
    },
    {
      id: "5.chain-selection",
      says: "chains are selected by set, notset, equal or notequal and nothing else",
      at: ["POST /v2/authChains", "signIn.begin"],
    },
    {
      id: "5.chain-truth",
      says: "set and notset ask for truth, equal and notequal for the value itself",
      at: ["signIn.begin"],
    },
    {
      id: "5.chain-migration",
      says: "who meant truth by equal is told to use set",
      at: ["POST /v2/authChains/check", "chains.check", "gatehouse chain check"],
    },
    {
      id: "5.forgot-password",
      says: "the chain for a forgotten password takes its way back from Origin",
      at: ["POST /identity/connect/forgot-password", "signIn.answer"],
    },
    {
      id: "5.referrer-policy",
      says: "every answer says Referrer-Policy: no-referrer",
      at: ["GET /identity/connect/authorize", "GET /docs", "GET /v2/users"],
    },
  ],
};
