import { createHashRouter, type RouteObject } from "react-router";

import { whenThere } from "../base/when-there.ts";
import { ErrorPage, NotFoundPage } from "../layout/error-page.tsx";
import { Shell } from "../layout/shell.tsx";
import { withTexts } from "../messages/language.ts";
import { requireSession } from "../session/require-session.ts";
import { areaOf } from "./areas.ts";

const frameId = "frame";

const first: RouteObject[] = [
  {
    path: "/sign-in",
    ErrorBoundary: ErrorPage,
    lazy: { Component: async () => (await import("../session/sign-in-page.tsx")).SignInPage },
  },
  {
    id: frameId,
    path: "/",
    Component: Shell,
    ErrorBoundary: ErrorPage,
    loader: requireSession,
    shouldRevalidate: () => false,
    children: [
      { index: true, lazy: { Component: async () => (await import("../pages/home/home-page.tsx")).HomePage } },
      { path: "*", Component: NotFoundPage },
    ],
  },
];

/** Loaders of the routes of each area. They run with the area's first page, so that the first page of all does not wait for all routes. */
const pagesOf = {
  ask: () => withTexts("ask", import("./ask.ts")),
  catalogue: () => withTexts("catalogue", import("./catalogue.ts")),
  "mass-resets": () => withTexts("mass-resets", import("./mass-resets.ts")),
  me: () => withTexts("me", import("./me.ts")),
  operations: () => withTexts("operations", import("./operations.ts")),
  passwords: () => withTexts("passwords", import("./passwords.ts")),
  people: () => withTexts("people", import("./people.ts")),
  proxies: () => withTexts("proxies", import("./proxies.ts")),
  requests: () => withTexts("requests", import("./requests.ts")),
  roles: () => withTexts("roles", import("./roles.ts")),
  rules: () => withTexts("rules", import("./rules.ts")),
  running: () => import("./running.ts"),
  "target-groups": () => withTexts("target-groups", import("./target-groups.ts")),
  templates: () => withTexts("templates", import("./templates.ts")),
  targets: () => withTexts("targets", import("./targets.ts")),
};

/** Returns a route whose page is also loaded after an outage of the service; until then the previous page stays. */
function loadedWhenThere(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  const load = typeof lazy === "object" ? lazy.Component : undefined;
  return {
    ...route,
    ...(load === undefined ? {} : { lazy: { Component: () => whenThere(load) } }),
    ...(children === undefined ? {} : { children: children.map(loadedWhenThere) }),
  } as RouteObject;
}

/** Router of all pages by their addresses. */
export const router = createHashRouter(first.map(loadedWhenThere), {
  async patchRoutesOnNavigation({ path, patch }) {
    const area = areaOf(path);
    if (area === undefined) return;
    const { routes } = await whenThere<{ readonly routes: readonly RouteObject[] }>(pagesOf[area]);
    patch(frameId, routes.map(loadedWhenThere));
  },
});
