/** What is known of a sign-in when its chain is chosen, in words, by the names that selectors use. */
export const chainFacts = {
  ip: "the address from which somebody signs in",
  client: "the id of the client for which they do",
  userName: "the name that they have given, where they have",
  origin: "where the page stands that they come from (Origin)",
  language: "the first language that their browser asks for",
  provider: "the identity provider that they have chosen, where they have",
} as const satisfies Readonly<Record<string, string>>;

/** The name of such a fact. */
export type ChainFactName = keyof typeof chainFacts;
