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

/** Which pages each area has is loaded with the first one of them, so that the first page of all does not wait for a list of all. */
const pagesOf = {
  ask: () => withTexts("ask", import("./ask.ts")),
  me: () => withTexts("me", import("./me.ts")),
  operations: () => withTexts("operations", import("./operations.ts")),
  passwords: () => withTexts("passwords", import("./passwords.ts")),
  people: () => withTexts("people", import("./people.ts")),
  proxies: () => withTexts("proxies", import("./proxies.ts")),
  requests: () => withTexts("requests", import("./requests.ts")),
  rules: () => withTexts("rules", import("./rules.ts")),
  running: () => import("./running.ts"),
  "target-groups": () => withTexts("target-groups", import("./target-groups.ts")),
  targets: () => withTexts("targets", import("./targets.ts")),
};

/** A route whose page is loaded also where the service is away just then: what stands on the page before stays there meanwhile. */
function loadedWhenThere(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  const load = typeof lazy === "object" ? lazy.Component : undefined;
  return {
    ...route,
    ...(load === undefined ? {} : { lazy: { Component: () => whenThere(load) } }),
    ...(children === undefined ? {} : { children: children.map(loadedWhenThere) }),
  } as RouteObject;
}

/** Every page by its address. */
export const router = createHashRouter(first.map(loadedWhenThere), {
  async patchRoutesOnNavigation({ path, patch }) {
    const area = areaOf(path);
    if (area === undefined) return;
    const { routes } = await whenThere<{ readonly routes: readonly RouteObject[] }>(pagesOf[area]);
    patch(frameId, routes.map(loadedWhenThere));
  },
});
