import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of mass resets of passwords; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "mass-resets",
    lazy: { Component: async () => (await import("../pages/mass-resets/mass-resets-page.tsx")).MassResetsPage },
  },
  {
    path: "new-mass-reset",
    lazy: {
      Component: async () =>
        (await withTexts("mass-resets-properties", import("../pages/mass-resets/new-mass-reset-page.tsx")))
          .NewMassResetPage,
    },
  },
  {
    path: "mass-resets/:key",
    lazy: {
      Component: async () =>
        (await withTexts("mass-reset-report", import("../pages/mass-resets/mass-reset-page.tsx"))).MassResetPage,
    },
  },
];
