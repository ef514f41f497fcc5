import type { KnownComponent, KnownParts } from "./check-chain.ts";

/** A component of the service itself. */
export interface BuiltInComponent extends KnownComponent {
  /** What it does, in words. */
  readonly title: string;
}

/** The components that every installation has, by the ids that chains use. */
export const builtInComponents = {
  password: {
    title: "Asks for the user name and the password, which is the service's own or that of a target.",
    outcomes: ["passed", "failed"],
    authenticates: ["passed"],
  },
} as const satisfies Readonly<Record<string, BuiltInComponent>>;

/** What is known of a sign-in when its chain is chosen, in words, by the names that selectors use. */
export const chainFacts = {
  ip: "the address from which somebody signs in",
  client: "the id of the client for which they do",
  userName: "the name that they have given, where they have",
  origin: "where the page stands that they come from (Origin)",
  language: "the first language that their browser asks for",
} as const satisfies Readonly<Record<string, string>>;

/** What chains are checked against where no plug-ins are known. */
export const builtInParts: KnownParts = {
  components: new Map<string, KnownComponent>(Object.entries(builtInComponents)),
  facts: Object.keys(chainFacts),
};
