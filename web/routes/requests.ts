import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of requests: all, a single one, the pending approvals, and a review after a move; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "requests",
    lazy: { Component: async () => (await import("../pages/requests/requests-page.tsx")).RequestsPage },
  },
  {
    path: "requests/:key",
    lazy: { Component: async () => (await import("../pages/requests/request-page.tsx")).RequestPage },
  },
  {
    path: "waiting",
    lazy: { Component: async () => (await import("../pages/requests/waiting-page.tsx")).WaitingPage },
  },
  {
    path: "move-reviews/:key",
    lazy: {
      Component: async () =>
        (await withTexts("move-reviews", import("../pages/requests/move-review-page.tsx"))).MoveReviewPage,
    },
  },
];
