const segment = encodeURIComponent;

/** What the page of a target system shows beside its facts, as its address names it. */
export type TargetSection = "address" | "logins" | "attributes" | "phases" | "discovery" | "accounts" | "groups";

/** The addresses of the pages, behind `#`. */
export const paths = {
  home: "/",
  signIn: "/sign-in",
  ask: "/ask",
  requests: "/requests",
  request: (key: string) => `/requests/${segment(key)}`,
  waiting: "/waiting",
  access: "/access",
  profile: "/profile",
  sessions: "/sessions",
  delegations: "/delegations",
  notices: "/notices",

  people: "/people",
  person: (key: string) => `/people/${segment(key)}`,
  userClasses: "/user-classes",
  userClass: (id: string) => `/user-classes/${segment(id)}`,
  accounts: "/accounts",
  account: (key: string) => `/accounts/${segment(key)}`,
  groups: "/groups",
  group: (key: string) => `/groups/${segment(key)}`,
  helpDesk: "/help-desk",
  targets: "/targets",
  newTarget: "/new-target",
  target: (id: string, section: TargetSection | "" = "") => `/targets/${segment(id)}/${section}`,
  proxies: "/proxies",
  proxy: (id: string) => `/proxies/${segment(id)}`,
  targetGroups: "/target-groups",
  targetGroup: (id: string) => `/target-groups/${segment(id)}`,
  passwordPolicies: "/password-policies",
  passwordPolicy: (id: string) => `/password-policies/${segment(id)}`,

  webhooks: "/webhooks",
  webhook: (key: string) => `/webhooks/${segment(key)}`,
  audit: "/audit",
  auditEntry: (key: string) => `/audit/${segment(key)}`,
  settings: "/settings",
  setting: (name: string) => `/settings/${segment(name)}`,
  importRules: "/import-rules",
  importRule: (key: string) => `/import-rules/${segment(key)}`,
  chains: "/chains",
  newChain: "/new-chain",
  chain: (name: string) => `/chains/${segment(name)}`,
  samlProviders: "/identity-providers",
  samlProvider: (id: string) => `/identity-providers/${segment(id)}`,
  connectors: "/connectors",
  groupPhases: (key: string) => `/groups/${segment(key)}/phases`,
} as const;
