import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of templates and of batches of requests; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "templates",
    lazy: {
      Component: async () =>
        (await withTexts("templates-properties", import("../pages/templates/templates-page.tsx"))).TemplatesPage,
    },
  },
  {
    path: "templates/:key",
    lazy: {
      Component: async () =>
        (await withTexts("templates-properties", import("../pages/templates/template-page.tsx"))).TemplatePage,
    },
  },
  {
    path: "templates/:key/phases",
    lazy: {
      Component: async () =>
        (await withTexts("phases", import("../pages/templates/template-phases-page.tsx"))).TemplatePhasesPage,
    },
  },
  {
    path: "templates/:key/use",
    lazy: { Component: async () => (await import("../pages/templates/use-template-page.tsx")).UseTemplatePage },
  },
  {
    path: "request-batches",
    lazy: { Component: async () => (await import("../pages/batches/batches-page.tsx")).BatchesPage },
  },
  {
    path: "request-batches/:key",
    lazy: { Component: async () => (await import("../pages/batches/batch-page.tsx")).BatchPage },
  },
];
