import { createHashRouter } from "react-router";

import { ErrorPage, NotFoundPage } from "./layout/error-page.tsx";
import { Shell } from "./layout/shell.tsx";
import { withTexts } from "./messages/language.ts";
import { requireSession } from "./session/require-session.ts";

/** Every page by its address; each is loaded when it is opened first. */
export const router = createHashRouter([
  {
    path: "/sign-in",
    ErrorBoundary: ErrorPage,
    lazy: { Component: async () => (await import("./session/sign-in-page.tsx")).SignInPage },
  },
  {
    path: "/",
    Component: Shell,
    ErrorBoundary: ErrorPage,
    loader: requireSession,
    shouldRevalidate: () => false,
    children: [
      { index: true, lazy: { Component: async () => (await import("./pages/home/home-page.tsx")).HomePage } },
      {
        path: "requests",
        lazy: { Component: async () => (await import("./pages/requests/requests-page.tsx")).RequestsPage },
      },
      {
        path: "requests/:key",
        lazy: { Component: async () => (await import("./pages/requests/request-page.tsx")).RequestPage },
      },
      {
        path: "waiting",
        lazy: { Component: async () => (await import("./pages/requests/waiting-page.tsx")).WaitingPage },
      },
      { path: "ask", lazy: { Component: async () => (await import("./pages/ask/ask-page.tsx")).AskPage } },
      {
        path: "targets",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/target-systems-page.tsx"))).TargetSystemsPage,
        },
      },
      {
        path: "new-target",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/new-target-page.tsx"))).NewTargetPage,
        },
      },
      {
        path: "targets/:key/:section?",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-systems/target-system-page.tsx"))).TargetSystemPage,
        },
      },
      {
        path: "proxies",
        lazy: {
          Component: async () => (await withTexts("targets", import("./pages/proxies/proxies-page.tsx"))).ProxiesPage,
        },
      },
      {
        path: "proxies/:key",
        lazy: {
          Component: async () => (await withTexts("targets", import("./pages/proxies/proxy-page.tsx"))).ProxyPage,
        },
      },
      {
        path: "target-groups",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-groups-page.tsx"))).TargetGroupsPage,
        },
      },
      {
        path: "target-groups/:key",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-group-page.tsx"))).TargetGroupPage,
        },
      },
      {
        path: "password-policies",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/target-groups/target-groups-page.tsx"))).PasswordPoliciesPage,
        },
      },
      {
        path: "password-policies/:key",
        lazy: {
          Component: async () =>
            (await withTexts("targets", import("./pages/password-policies/password-policy-page.tsx")))
              .PasswordPolicyPage,
        },
      },
      { path: "*", Component: NotFoundPage },
    ],
  },
]);
