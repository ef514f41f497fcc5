import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of check-outs and managed passwords; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "check-outs",
    lazy: { Component: async () => (await import("../pages/checkouts/checkouts-page.tsx")).CheckoutsPage },
  },
  {
    path: "check-outs/:key",
    lazy: { Component: async () => (await import("../pages/checkouts/checkout-page.tsx")).CheckoutPage },
  },
  {
    path: "check-out-history",
    lazy: { Component: async () => (await import("../pages/checkouts/checkout-history-page.tsx")).CheckoutHistoryPage },
  },
  {
    path: "managed-accounts",
    lazy: { Component: async () => (await import("../pages/managed/managed-accounts-page.tsx")).ManagedAccountsPage },
  },
  {
    path: "managed-accounts/:key",
    lazy: { Component: async () => (await import("../pages/managed/managed-account-page.tsx")).ManagedAccountPage },
  },
  {
    path: "password-conflicts",
    lazy: { Component: async () => (await import("../pages/managed/conflicts-page.tsx")).ConflictsPage },
  },
  {
    path: "managed-systems",
    lazy: {
      Component: async () =>
        (await withTexts("passwords-properties", import("../pages/managed/managed-systems-page.tsx")))
          .ManagedSystemsPage,
    },
  },
  {
    path: "managed-systems/:key",
    lazy: {
      Component: async () =>
        (await withTexts("passwords-properties", import("../pages/managed/managed-system-page.tsx"))).ManagedSystemPage,
    },
  },
  {
    path: "managed-system-policies",
    lazy: {
      Component: async () =>
        (await withTexts("passwords-properties", import("../pages/managed/managed-policies-page.tsx")))
          .ManagedPoliciesPage,
    },
  },
  {
    path: "managed-system-policies/:key",
    lazy: {
      Component: async () =>
        (await withTexts("passwords-properties", import("../pages/managed/managed-policy-page.tsx"))).ManagedPolicyPage,
    },
  },
  {
    path: "managed-system-policies/:key/phases",
    lazy: {
      Component: async () =>
        (await withTexts("phases", import("../pages/managed/policy-phases-page.tsx"))).PolicyPhasesPage,
    },
  },
  {
    path: "password-runs",
    lazy: { Component: async () => (await import("../pages/managed/runs-page.tsx")).RunsPage },
  },
  {
    path: "password-runs/:key",
    lazy: { Component: async () => (await import("../pages/managed/run-page.tsx")).RunPage },
  },
  {
    path: "managed-hosts",
    lazy: { Component: async () => (await import("../pages/managed/managed-hosts-page.tsx")).ManagedHostsPage },
  },
];
