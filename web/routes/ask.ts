import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of the page that submits requests; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "ask",
    lazy: {
      Component: async () => (await withTexts("ask-properties", import("../pages/ask/ask-page.tsx"))).AskPage,
    },
  },
];
