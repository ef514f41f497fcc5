import type { RouteObject } from "react-router";

/** Asking: each page is loaded when it is opened first. */
export const routes: readonly RouteObject[] = [
  { path: "ask", lazy: { Component: async () => (await import("../pages/ask/ask-page.tsx")).AskPage } },
];
