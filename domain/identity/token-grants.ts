/** Scopes of the token server, and the access that each gives. */
export const scopes = {
  api: "The whole API, within the user's rights.",
  openid: "An ID token that says who has signed in.",
  offline_access: "Taken for the sake of clients that ask; a client registered for refresh_token gets refresh tokens.",
} as const;

/** Name of a scope. */
export type Scope = keyof typeof scopes;

interface GrantRule {
  /** Scopes that the token may have. */
  readonly scopes: readonly Scope[];
  /** True if the client must have a secret. */
  readonly confidential?: boolean;
  /** True if only clients that belong to this service may use the grant, because they see the user's password. */
  readonly firstParty?: boolean;
  /** True if the client acts as a user of its own. */
  readonly actsAsUser?: boolean;
  /** True if the client needs addresses to which the user returns. */
  readonly returns?: boolean;
  /** Grants of which the client needs one beside this one. */
  readonly beside?: readonly string[];
}

/** Grants of the token server, and the demands of each on the client. */
export const tokenGrants = {
  password: { scopes: ["api", "offline_access"], firstParty: true },
  authorization_code: { scopes: ["api", "openid", "offline_access"], returns: true },
  client_credentials: { scopes: ["api"], confidential: true, actsAsUser: true },
  // Refreshed tokens keep their scope.
  refresh_token: { scopes: [], beside: ["password", "authorization_code"] },
} as const satisfies Record<string, GrantRule>;

/** Name of a grant. */
export type GrantType = keyof typeof tokenGrants;

/** Names of all grants. */
export const grantTypes = Object.keys(tokenGrants) as readonly GrantType[];

/** Registered traits of a client that the rules look at. */
export interface ClientTraits {
  readonly isPublic: boolean;
  readonly firstParty: boolean;
  readonly grants: readonly GrantType[];
  readonly scopes: readonly Scope[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly actsAsUser: boolean;
}

/** Returns the rules that a client would break, each in words; empty if it may be registered. */
export function clientProblems(client: ClientTraits): string[] {
  const problems = client.grants.flatMap((grant) => grantProblems(grant, client));
  const allowed = client.grants.flatMap((grant): readonly Scope[] => tokenGrants[grant].scopes);
  for (const scope of client.scopes) {
    if (!allowed.includes(scope)) problems.push(`the scope ${scope} is given by none of the client's grants`);
  }
  const uses = (trait: "returns" | "actsAsUser") => client.grants.some((grant) => ruleOf(grant)[trait]);
  if (client.redirectUris.length > 0 && !uses("returns"))
    problems.push("return addresses are for the grant authorization_code only");
  if (client.postLogoutRedirectUris.length > 0 && !uses("returns"))
    problems.push("addresses to return to after signing out are for the grant authorization_code only");
  if (client.actsAsUser && !uses("actsAsUser")) problems.push("a user is for the grant client_credentials only");
  return problems;
}

function grantProblems(grant: GrantType, client: ClientTraits): string[] {
  const { confidential, firstParty, actsAsUser, returns, beside } = ruleOf(grant);
  const problems: string[] = [];
  if (confidential && client.isPublic) problems.push("needs a client with a secret");
  if (firstParty && !client.firstParty) problems.push("is for first-party clients only");
  if (actsAsUser && !client.actsAsUser) problems.push("needs the user as whom the client acts");
  if (returns && client.redirectUris.length === 0) problems.push("needs a return address");
  if (beside && !client.grants.some((other) => beside.includes(other)))
    problems.push(`needs one of ${beside.join(", ")} beside it`);
  return problems.map((problem) => `the grant ${grant} ${problem}`);
}

function ruleOf(grant: GrantType): GrantRule {
  return tokenGrants[grant];
}
