import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of proxies; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "proxies",
    lazy: {
      Component: async () =>
        (await withTexts("proxies-properties", import("../pages/proxies/proxies-page.tsx"))).ProxiesPage,
    },
  },
  {
    path: "proxies/:key",
    lazy: {
      Component: async () =>
        (await withTexts("proxies-properties", import("../pages/proxies/proxy-page.tsx"))).ProxyPage,
    },
  },
];
