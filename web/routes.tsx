import { createHashRouter } from "react-router";

import { ErrorPage, NotFoundPage } from "./layout/error-page.tsx";
import { Shell } from "./layout/shell.tsx";
import { withTexts } from "./messages/language.ts";
import { requireSession } from "./session/require-session.ts";

/** Every page by its address; each is loaded when it is opened first. */
export const router = createHashRouter([
  {
    path: "/sign-in",
    ErrorBoundary: ErrorPage,
    lazy: { Component: async () => (await import("./session/sign-in-page.tsx")).SignInPage },
  },
  {
    path: "/",
    Component: Shell,
    ErrorBoundary: ErrorPage,
    loader: requireSession,
    shouldRevalidate: () => false,
    children: [
      { index: true, lazy: { Component: async () => (await import("./pages/home/home-page.tsx")).HomePage } },
      {
        path: "requests",
        lazy: { Component: async () => (await import("./pages/requests/requests-page.tsx")).RequestsPage },
      },
      {
        path: "requests/:key",
        lazy: { Component: async () => (await import("./pages/requests/request-page.tsx")).RequestPage },
      },
      {
        path: "waiting",
        lazy: { Component: async () => (await import("./pages/requests/waiting-page.tsx")).WaitingPage },
      },
      { path: "ask", lazy: { Component: async () => (await import("./pages/ask/ask-page.tsx")).AskPage } },
      {
        path: "access",
        lazy: { Component: async () => (await withTexts("me", import("./pages/access/access-page.tsx"))).AccessPage },
      },
      {
        path: "profile",
        lazy: {
          Component: async () => (await withTexts("me", import("./pages/profile/profile-page.tsx"))).ProfilePage,
        },
      },
      {
        path: "sessions",
        lazy: {
          Component: async () => (await withTexts("me", import("./pages/sessions/sessions-page.tsx"))).SessionsPage,
        },
      },
      {
        path: "delegations",
        lazy: {
          Component: async () =>
            (await withTexts("me", import("./pages/delegations/delegations-page.tsx"))).DelegationsPage,
        },
      },
      {
        path: "notices",
        lazy: {
          Component: async () => (await withTexts("me", import("./pages/notices/notices-page.tsx"))).NoticesPage,
        },
      },
      {
        path: "people",
        lazy: {
          Component: async () => (await withTexts("people", import("./pages/people/people-page.tsx"))).PeoplePage,
        },
      },
      {
        path: "people/:key",
        lazy: {
          Component: async () => (await withTexts("people", import("./pages/people/person-page.tsx"))).PersonPage,
        },
      },
      {
        path: "user-classes",
        lazy: {
          Component: async () =>
            (await withTexts("people", import("./pages/user-classes/user-classes-page.tsx"))).UserClassesPage,
        },
      },
      {
        path: "user-classes/:id",
        lazy: {
          Component: async () =>
            (await withTexts("people", import("./pages/user-classes/user-class-page.tsx"))).UserClassPage,
        },
      },
      {
        path: "accounts",
        lazy: {
          Component: async () => (await withTexts("people", import("./pages/accounts/accounts-page.tsx"))).AccountsPage,
        },
      },
      {
        path: "accounts/:key",
        lazy: {
          Component: async () => (await withTexts("people", import("./pages/accounts/account-page.tsx"))).AccountPage,
        },
      },
      {
        path: "groups",
        lazy: {
          Component: async () => (await withTexts("people", import("./pages/groups/groups-page.tsx"))).GroupsPage,
        },
      },
      {
        path: "groups/:key",
        lazy: { Component: async () => (await withTexts("people", import("./pages/groups/group-page.tsx"))).GroupPage },
      },
      {
        path: "help-desk",
        lazy: {
          Component: async () =>
            (await withTexts("people", import("./pages/help-desk/help-desk-page.tsx"))).HelpDeskPage,
        },
      },
      {
        path: "targets",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/target-systems-page.tsx"))).TargetSystemsPage,
        },
      },
      {
        path: "new-target",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/new-target-page.tsx"))).NewTargetPage,
        },
      },
      {
        path: "targets/:key/:section?",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/target-system-page.tsx"))).TargetSystemPage,
        },
      },
      {
        path: "proxies",
        lazy: {
          Component: async () => (await withTexts("targets", import("./pages/proxies/proxies-page.tsx"))).ProxiesPage,
        },
      },
      {
        path: "proxies/:key",
        lazy: {
          Component: async () => (await withTexts("targets", import("./pages/proxies/proxy-page.tsx"))).ProxyPage,
        },
      },
      {
        path: "target-groups",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-groups-page.tsx"))).TargetGroupsPage,
        },
      },
      {
        path: "target-groups/:key",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-group-page.tsx"))).TargetGroupPage,
        },
      },
      {
        path: "password-policies",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-groups-page.tsx"))).PasswordPoliciesPage,
        },
      },
      {
        path: "password-policies/:key",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/password-policies/password-policy-page.tsx")))
              .PasswordPolicyPage,
        },
      },
      {
        path: "check-outs",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/checkouts/checkouts-page.tsx"))).CheckoutsPage,
        },
      },
      {
        path: "check-outs/:key",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/checkouts/checkout-page.tsx"))).CheckoutPage,
        },
      },
      {
        path: "check-out-history",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/checkouts/checkout-history-page.tsx"))).CheckoutHistoryPage,
        },
      },
      {
        path: "managed-accounts",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-accounts-page.tsx"))).ManagedAccountsPage,
        },
      },
      {
        path: "managed-accounts/:key",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-account-page.tsx"))).ManagedAccountPage,
        },
      },
      {
        path: "password-conflicts",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/conflicts-page.tsx"))).ConflictsPage,
        },
      },
      {
        path: "managed-systems",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-systems-page.tsx"))).ManagedSystemsPage,
        },
      },
      {
        path: "managed-systems/:key",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-system-page.tsx"))).ManagedSystemPage,
        },
      },
      {
        path: "managed-system-policies",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-policies-page.tsx"))).ManagedPoliciesPage,
        },
      },
      {
        path: "managed-system-policies/:key",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-policy-page.tsx"))).ManagedPolicyPage,
        },
      },
      {
        path: "password-runs",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/vault-runs-page.tsx"))).VaultRunsPage,
        },
      },
      {
        path: "password-runs/:key",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/vault-run-page.tsx"))).VaultRunPage,
        },
      },
      {
        path: "managed-hosts",
        lazy: {
          Component: async () =>
            (await withTexts("passwords", import("./pages/managed/managed-hosts-page.tsx"))).ManagedHostsPage,
        },
      },
      {
        path: "policies",
        lazy: {
          Component: async () => (await withTexts("rules", import("./pages/policies/policies-page.tsx"))).PoliciesPage,
        },
      },
      {
        path: "policies/:name",
        lazy: {
          Component: async () => (await withTexts("rules", import("./pages/policies/policy-page.tsx"))).PolicyPage,
        },
      },
      {
        path: "clients",
        lazy: {
          Component: async () => (await withTexts("rules", import("./pages/clients/clients-page.tsx"))).ClientsPage,
        },
      },
      {
        path: "clients/:id",
        lazy: {
          Component: async () => (await withTexts("rules", import("./pages/clients/client-page.tsx"))).ClientPage,
        },
      },
      {
        path: "webhooks",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/webhooks/webhooks-page.tsx"))).WebhooksPage,
        },
      },
      {
        path: "webhooks/:key",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/webhooks/webhook-page.tsx"))).WebhookPage,
        },
      },
      {
        path: "audit",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/audit/audit-page.tsx"))).AuditPage,
        },
      },
      {
        path: "audit/:key",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/audit/audit-entry-page.tsx"))).AuditEntryPage,
        },
      },
      {
        path: "settings",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/settings/settings-page.tsx"))).SettingsPage,
        },
      },
      {
        path: "settings/:name",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/settings/setting-page.tsx"))).SettingPage,
        },
      },
      {
        path: "import-rules",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/import-rules/import-rules-page.tsx"))).ImportRulesPage,
        },
      },
      {
        path: "import-rules/:key",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/import-rules/import-rule-page.tsx"))).ImportRulePage,
        },
      },
      {
        path: "chains",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/chains/chains-page.tsx"))).ChainsPage,
        },
      },
      {
        path: "new-chain",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/chains/new-chain-page.tsx"))).NewChainPage,
        },
      },
      {
        path: "chains/:name",
        lazy: {
          Component: async () => (await withTexts("running", import("./pages/chains/chain-page.tsx"))).ChainPage,
        },
      },
      {
        path: "identity-providers",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/saml-providers/saml-providers-page.tsx"))).SamlProvidersPage,
        },
      },
      {
        path: "identity-providers/:id",
        lazy: {
          Component: async () =>
            (await withTexts("running", import("./pages/saml-providers/saml-provider-page.tsx"))).SamlProviderPage,
        },
      },
      {
        path: "groups/:key/phases",
        lazy: {
          Component: async () =>
            (await withTexts("people", withTexts("targets", import("./pages/groups/group-phases-page.tsx"))))
              .GroupPhasesPage,
        },
      },
      {
        path: "connectors",
        lazy: {
          Component: async () =>
            (await withTexts("targets", withTexts("running", import("./pages/connectors/connectors-page.tsx"))))
              .ConnectorsPage,
        },
      },
      { path: "*", Component: NotFoundPage },
    ],
  },
]);
