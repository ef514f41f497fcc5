import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of policies, clients, analyses and the separation of duties; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "policies",
    lazy: { Component: async () => (await import("../pages/policies/policies-page.tsx")).PoliciesPage },
  },
  {
    path: "policies/:name",
    lazy: { Component: async () => (await import("../pages/policies/policy-page.tsx")).PolicyPage },
  },
  {
    path: "analyses",
    lazy: {
      Component: async () => (await withTexts("analyses", import("../pages/analyses/analyses-page.tsx"))).AnalysesPage,
    },
  },
  {
    path: "analyses/:key",
    lazy: {
      Component: async () => (await withTexts("analyses", import("../pages/analyses/analysis-page.tsx"))).AnalysisPage,
    },
  },
  {
    path: "clients",
    lazy: {
      Component: async () =>
        (await withTexts("rules-properties", import("../pages/clients/clients-page.tsx"))).ClientsPage,
    },
  },
  {
    path: "clients/:id",
    lazy: {
      Component: async () =>
        (await withTexts("rules-properties", import("../pages/clients/client-page.tsx"))).ClientPage,
    },
  },
  {
    path: "sod-rules",
    lazy: {
      Component: async () =>
        (await withTexts("rules-properties", import("../pages/sod/sod-rules-page.tsx"))).SodRulesPage,
    },
  },
  {
    path: "sod-rules/:key",
    lazy: {
      Component: async () =>
        (await withTexts("rules-properties", import("../pages/sod/sod-rule-page.tsx"))).SodRulePage,
    },
  },
  {
    path: "sod-rules/:key/phases",
    lazy: {
      Component: async () =>
        (await withTexts("phases", import("../pages/sod/sod-rule-phases-page.tsx"))).SodRulePhasesPage,
    },
  },
  {
    path: "violations",
    lazy: {
      Component: async () =>
        (await withTexts("rules-properties", import("../pages/sod/violations-page.tsx"))).ViolationsPage,
    },
  },
];
