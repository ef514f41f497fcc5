/** The scopes of the token server, and what each gives. */
export const scopes = {
  api: "The whole API, within the user's rights.",
  openid: "An ID token that says who has signed in.",
  offline_access: "Taken for the sake of clients that ask; a client registered for refresh_token gets refresh tokens.",
} as const;

/** The name of a scope. */
export type Scope = keyof typeof scopes;

interface GrantRule {
  /** What the token may be good for. */
  readonly scopes: readonly Scope[];
  /** True where the client must have a secret. */
  readonly confidential?: boolean;
  /** True where only clients that belong to this service are let in: they see the user's password. */
  readonly firstParty?: boolean;
  /** True where the client acts as a user of its own. */
  readonly actsAsUser?: boolean;
  /** True where the client needs addresses to which the user returns. */
  readonly returns?: boolean;
  /** Grants of which the client needs one beside this one. */
  readonly beside?: readonly string[];
}

/** The ways to get a token, and what each demands of the client. */
export const tokenGrants = {
  password: { scopes: ["api", "offline_access"], firstParty: true },
  authorization_code: { scopes: ["api", "openid", "offline_access"], returns: true },
  client_credentials: { scopes: ["api"], confidential: true, actsAsUser: true },
  // What is refreshed keeps the scope that it was given.
  refresh_token: { scopes: [], beside: ["password", "authorization_code"] },
} as const satisfies Record<string, GrantRule>;

/** The name of a way to get a token. */
export type GrantType = keyof typeof tokenGrants;

/** Every way to get a token, by name. */
export const grantTypes = Object.keys(tokenGrants) as readonly GrantType[];

/** What is registered of a client, as far as the rules look at it. */
export interface ClientTraits {
  readonly isPublic: boolean;
  readonly firstParty: boolean;
  readonly grants: readonly GrantType[];
  readonly scopes: readonly Scope[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly actsAsUser: boolean;
}

/** The rules that a client would break, each in words; none when it may be registered. */
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
