import type { RouteObject } from "react-router";

/** Routes of proxies; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  { path: "proxies", lazy: { Component: async () => (await import("../pages/proxies/proxies-page.tsx")).ProxiesPage } },
  {
    path: "proxies/:key",
    lazy: { Component: async () => (await import("../pages/proxies/proxy-page.tsx")).ProxyPage },
  },
];
