import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of the administration of the catalog; the page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "catalogue",
    lazy: {
      Component: async () =>
        (await withTexts("ask-properties", import("../pages/catalogue/catalogue-page.tsx"))).CataloguePage,
    },
  },
];
