import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of target systems, proxies, target groups and password policies; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "targets",
    lazy: {
      Component: async () =>
        (await withTexts("targets-properties", import("../pages/target-systems/target-systems-page.tsx")))
          .TargetSystemsPage,
    },
  },
  {
    path: "new-target",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "new-target",
            withTexts("targets-properties", import("../pages/target-systems/new-target-page.tsx")),
          )
        ).NewTargetPage,
    },
  },
  {
    path: "targets/:key/:section?",
    lazy: { Component: async () => (await import("../pages/target-systems/target-system-page.tsx")).TargetSystemPage },
  },
  {
    path: "connectors",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "proxies",
            withTexts("connectors", withTexts("own", import("../pages/connectors/connectors-page.tsx"))),
          )
        ).ConnectorsPage,
    },
  },
];
