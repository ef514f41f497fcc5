import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of users, classes, accounts and groups; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "people",
    lazy: {
      Component: async () =>
        (await withTexts("stays", withTexts("people-properties", import("../pages/people/people-page.tsx"))))
          .PeoplePage,
    },
  },
  {
    path: "people/:key",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "own",
            withTexts("stays", withTexts("people-properties", import("../pages/people/person-page.tsx"))),
          )
        ).PersonPage,
    },
  },
  {
    path: "user-classes",
    lazy: {
      Component: async () =>
        (await withTexts("own", withTexts("people-properties", import("../pages/user-classes/user-classes-page.tsx"))))
          .UserClassesPage,
    },
  },
  {
    path: "user-classes/:id",
    lazy: {
      Component: async () =>
        (await withTexts("own", withTexts("people-properties", import("../pages/user-classes/user-class-page.tsx"))))
          .UserClassPage,
    },
  },
  {
    path: "accounts",
    lazy: { Component: async () => (await import("../pages/accounts/accounts-page.tsx")).AccountsPage },
  },
  {
    path: "accounts/:key",
    lazy: { Component: async () => (await import("../pages/accounts/account-page.tsx")).AccountPage },
  },
  { path: "groups", lazy: { Component: async () => (await import("../pages/groups/groups-page.tsx")).GroupsPage } },
  {
    path: "groups/:key",
    lazy: { Component: async () => (await withTexts("phases", import("../pages/groups/group-page.tsx"))).GroupPage },
  },
  {
    path: "granted-access",
    lazy: {
      Component: async () => (await withTexts("grants", import("../pages/grants/grants-page.tsx"))).GrantsPage,
    },
  },
  {
    path: "help-desk",
    lazy: { Component: async () => (await import("../pages/help-desk/help-desk-page.tsx")).HelpDeskPage },
  },
  {
    path: "password-blocks",
    lazy: {
      Component: async () =>
        (await withTexts("password-blocks", import("../pages/password-blocks/password-blocks-page.tsx")))
          .PasswordBlocksPage,
    },
  },
  {
    path: "groups/:key/implementers",
    lazy: {
      Component: async () =>
        (await withTexts("implementers", import("../pages/groups/group-implementers-page.tsx"))).GroupImplementersPage,
    },
  },
  {
    path: "groups/:key/phases",
    lazy: {
      Component: async () =>
        (await withTexts("phases", import("../pages/groups/group-phases-page.tsx"))).GroupPhasesPage,
    },
  },
];
