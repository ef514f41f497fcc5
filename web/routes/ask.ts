import type { RouteObject } from "react-router";

/** Routes of the page that submits requests; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  { path: "ask", lazy: { Component: async () => (await import("../pages/ask/ask-page.tsx")).AskPage } },
];
