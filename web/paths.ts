const segment = encodeURIComponent;

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
} as const;
