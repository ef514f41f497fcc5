import type { RouteObject } from "react-router";

/** Routes of requests: all, a single one, and the pending approvals; each page is loaded when it is first opened. */
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
];
