import { type BuiltInComponent, builtInComponents } from "./chain-components.ts";
import type { KnownParts } from "./component.ts";

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

/** What chains are checked against where no plug-ins are known. */
export const builtInParts: KnownParts = {
  components: new Map<string, BuiltInComponent>(Object.entries(builtInComponents)),
  facts: Object.keys(chainFacts),
};
