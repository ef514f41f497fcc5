import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of roles; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "roles",
    lazy: {
      Component: async () => (await withTexts("roles-properties", import("../pages/roles/roles-page.tsx"))).RolesPage,
    },
  },
  {
    path: "roles/:key",
    lazy: {
      Component: async () => (await withTexts("roles-properties", import("../pages/roles/role-page.tsx"))).RolePage,
    },
  },
  {
    path: "roles/:key/phases",
    lazy: {
      Component: async () => (await withTexts("phases", import("../pages/roles/role-phases-page.tsx"))).RolePhasesPage,
    },
  },
  {
    path: "enforcement-runs",
    lazy: {
      Component: async () =>
        (await withTexts("enforcement", import("../pages/enforcement/enforcement-runs-page.tsx"))).EnforcementRunsPage,
    },
  },
  {
    path: "enforcement-runs/:key",
    lazy: {
      Component: async () =>
        (await withTexts("enforcement", import("../pages/enforcement/enforcement-run-page.tsx"))).EnforcementRunPage,
    },
  },
  {
    path: "access-exceptions",
    lazy: {
      Component: async () =>
        (await withTexts("enforcement", import("../pages/enforcement/exceptions-page.tsx"))).ExceptionsPage,
    },
  },
];
