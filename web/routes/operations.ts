import type { RouteObject } from "react-router";

/** Operations on target systems: each page is loaded when it is opened first. */
export const routes: readonly RouteObject[] = [
  {
    path: "operations",
    lazy: { Component: async () => (await import("../pages/operations/operations-page.tsx")).OperationsPage },
  },
  {
    path: "operations/:key",
    lazy: { Component: async () => (await import("../pages/operations/operation-page.tsx")).OperationPage },
  },
];
