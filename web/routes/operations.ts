import type { RouteObject } from "react-router";

/** Routes of the operations on target systems, and of password changes that wait for one; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "operations",
    lazy: { Component: async () => (await import("../pages/operations/operations-page.tsx")).OperationsPage },
  },
  {
    path: "operations/:key",
    lazy: { Component: async () => (await import("../pages/operations/operation-page.tsx")).OperationPage },
  },
  {
    path: "password-queue",
    lazy: {
      Component: async () => (await import("../pages/password-queue/password-queue-page.tsx")).PasswordQueuePage,
    },
  },
];
