import type { RouteObject } from "react-router";

/** Requests: those of everybody, one of them, and what waits: each page is loaded when it is opened first. */
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
