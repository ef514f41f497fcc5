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
} as const;
