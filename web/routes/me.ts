import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of the pages about the user's own things; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  { path: "access", lazy: { Component: async () => (await import("../pages/access/access-page.tsx")).AccessPage } },
  { path: "profile", lazy: { Component: async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage } },
  {
    path: "sessions",
    lazy: { Component: async () => (await import("../pages/sessions/sessions-page.tsx")).SessionsPage },
  },
  {
    path: "delegations",
    lazy: {
      Component: async () =>
        (await withTexts("me-properties", import("../pages/delegations/delegations-page.tsx"))).DelegationsPage,
    },
  },
  { path: "notices", lazy: { Component: async () => (await import("../pages/notices/notices-page.tsx")).NoticesPage } },
];
