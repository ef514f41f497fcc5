import type { RouteObject } from "react-router";

import { withTexts } from "../messages/language.ts";

/** Routes of the pages for administrators of the service; each page is loaded when it is first opened. */
export const routes: readonly RouteObject[] = [
  {
    path: "webhooks",
    lazy: {
      Component: async () =>
        (await withTexts("webhooks", withTexts("running-properties", import("../pages/webhooks/webhooks-page.tsx"))))
          .WebhooksPage,
    },
  },
  {
    path: "webhooks/:key",
    lazy: {
      Component: async () =>
        (await withTexts("webhooks", withTexts("running-properties", import("../pages/webhooks/webhook-page.tsx"))))
          .WebhookPage,
    },
  },
  {
    path: "audit",
    lazy: {
      Component: async () =>
        (await withTexts("audit", withTexts("audit-words", import("../pages/audit/audit-page.tsx")))).AuditPage,
    },
  },
  {
    path: "audit/:key",
    lazy: {
      Component: async () =>
        (await withTexts("audit", withTexts("audit-words", import("../pages/audit/audit-entry-page.tsx"))))
          .AuditEntryPage,
    },
  },
  {
    path: "settings",
    lazy: {
      Component: async () =>
        (await withTexts("settings", withTexts("setting-words", import("../pages/settings/settings-page.tsx"))))
          .SettingsPage,
    },
  },
  {
    path: "settings/:name",
    lazy: {
      Component: async () =>
        (await withTexts("settings", withTexts("setting-words", import("../pages/settings/setting-page.tsx"))))
          .SettingPage,
    },
  },
  {
    path: "import-rules",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "import-rules",
            withTexts("running-properties", import("../pages/import-rules/import-rules-page.tsx")),
          )
        ).ImportRulesPage,
    },
  },
  {
    path: "import-rules/:key",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "import-rules",
            withTexts("running-properties", import("../pages/import-rules/import-rule-page.tsx")),
          )
        ).ImportRulePage,
    },
  },
  {
    path: "chains",
    lazy: {
      Component: async () =>
        (await withTexts("chains", withTexts("own", import("../pages/chains/chains-page.tsx")))).ChainsPage,
    },
  },
  {
    path: "new-chain",
    lazy: {
      Component: async () => (await withTexts("chains", import("../pages/chains/new-chain-page.tsx"))).NewChainPage,
    },
  },
  {
    path: "chains/:name",
    lazy: {
      Component: async () =>
        (await withTexts("chains", withTexts("own", import("../pages/chains/chain-page.tsx")))).ChainPage,
    },
  },
  {
    path: "identity-providers",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "identity-providers",
            withTexts("running-properties", import("../pages/saml-providers/saml-providers-page.tsx")),
          )
        ).SamlProvidersPage,
    },
  },
  {
    path: "identity-providers/:id",
    lazy: {
      Component: async () =>
        (
          await withTexts(
            "identity-providers",
            withTexts("running-properties", import("../pages/saml-providers/saml-provider-page.tsx")),
          )
        ).SamlProviderPage,
    },
  },
  {
    path: "nodes",
    lazy: {
      Component: async () => (await withTexts("nodes", import("../pages/nodes/nodes-page.tsx"))).NodesPage,
    },
  },
];
