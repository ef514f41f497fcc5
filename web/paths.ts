const segment = encodeURIComponent;

/** Name of a section of a target system beside its properties, as the address contains it. */
export type TargetSection =
  | "address"
  | "logins"
  | "attributes"
  | "phases"
  | "implementers"
  | "discovery"
  | "accounts"
  | "groups";

/** Addresses of the pages; they stand after `#`. */
export const paths = {
  home: "/",
  signIn: "/sign-in",
  ask: "/ask",
  requests: "/requests",
  request: (key: string) => `/requests/${segment(key)}`,
  waiting: "/waiting",
  moveReview: (key: string) => `/move-reviews/${segment(key)}`,
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
  grants: "/granted-access",
  grantsOf: (userKey: string) => `/granted-access?state=current&person=${segment(userKey)}`,
  grantsTo: (groupName: string) => `/granted-access?state=current&group=${segment(groupName)}`,
  helpDesk: "/help-desk",
  catalogue: "/catalogue",
  templates: "/templates",
  template: (key: string) => `/templates/${segment(key)}`,
  templatePhases: (key: string) => `/templates/${segment(key)}/phases`,
  useTemplate: (key: string) => `/templates/${segment(key)}/use`,
  batches: "/request-batches",
  batch: (key: string) => `/request-batches/${segment(key)}`,
  targets: "/targets",
  newTarget: "/new-target",
  target: (id: string, section: TargetSection | "" = "") => `/targets/${segment(id)}/${section}`,
  operations: "/operations",
  operation: (key: string) => `/operations/${segment(key)}`,
  proxies: "/proxies",
  proxy: (id: string) => `/proxies/${segment(id)}`,
  targetGroups: "/target-groups",
  targetGroup: (id: string) => `/target-groups/${segment(id)}`,
  passwordPolicies: "/password-policies",
  passwordPolicy: (id: string) => `/password-policies/${segment(id)}`,

  checkouts: "/check-outs",
  checkoutHistory: "/check-out-history",
  checkout: (key: string) => `/check-outs/${segment(key)}`,
  managedAccounts: "/managed-accounts",
  managedAccount: (key: string) => `/managed-accounts/${segment(key)}`,
  conflicts: "/password-conflicts",
  managedSystems: "/managed-systems",
  managedSystem: (key: string) => `/managed-systems/${segment(key)}`,
  managedPolicies: "/managed-system-policies",
  managedPolicy: (id: string) => `/managed-system-policies/${segment(id)}`,
  managedPolicyPhases: (id: string) => `/managed-system-policies/${segment(id)}/phases`,
  runs: "/password-runs",
  run: (key: string) => `/password-runs/${segment(key)}`,
  managedHosts: "/managed-hosts",
  policies: "/policies",
  policy: (name: string) => `/policies/${segment(name)}`,
  clients: "/clients",
  client: (id: string) => `/clients/${segment(id)}`,
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
  groupImplementers: (key: string) => `/groups/${segment(key)}/implementers`,
  groupPhases: (key: string) => `/groups/${segment(key)}/phases`,
} as const;
