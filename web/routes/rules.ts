import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of policies and clients; each page is loaded when it is first opened. */
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
];
