import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of target groups and password policies; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "target-groups",
    lazy: {
      Component: async () =>
        (await withTexts("target-groups-properties", import("../pages/target-groups/target-groups-page.tsx")))
          .TargetGroupsPage,
    },
  },
  {
    path: "target-groups/:key",
    lazy: {
      Component: async () =>
        (await withTexts("target-groups-properties", import("../pages/target-groups/target-group-page.tsx")))
          .TargetGroupPage,
    },
  },
  {
    path: "password-policies",
    lazy: {
      Component: async () =>
        (await withTexts("target-groups-properties", import("../pages/target-groups/target-groups-page.tsx")))
          .PasswordPoliciesPage,
    },
  },
  {
    path: "password-policies/:key",
    lazy: {
      Component: async () =>
        (await withTexts("target-groups-properties", import("../pages/password-policies/password-policy-page.tsx")))
          .PasswordPolicyPage,
    },
  },
];
