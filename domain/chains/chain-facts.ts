import { ownClientId } from "../identity/own-client.ts";
import type { BuiltInComponentId } from "./chain-components.ts";

/** Fact by which chains are selected. */
export interface ChainFact {
  /** Meaning of the fact, in words. */
  readonly title: string;
  /** Reliability of the fact: `known` if the service finds it out or checks it itself, `said` if it takes the caller's word for it. */
  readonly from: "known" | "said";
  /** Origin of the fact, in words. */
  readonly source: string;
  /** Usual value of a fact that each sign-in has. */
  readonly always?: string;
  /** Component that has someone else prove the stated fact, if there is one: whoever states it chooses whom to ask, and no less. */
  readonly answeredBy?: BuiltInComponentId;
}

/** Facts of a sign-in at the selection of its chain, by the names that selectors use. */
export const chainFacts = {
  ip: {
    title: "the address from which somebody signs in",
    from: "known",
    source: "the connection, or behind one of TRUSTED_PROXIES what that proxy has added",
    // An address that nobody has.
    always: "0.0.0.0",
  },
  client: {
    title: "the id of the client for which they do",
    from: "known",
    source: `checked: there is such a client and it may have what is asked for; \`${ownClientId}\` where a door has no other`,
    always: ownClientId,
  },
  userName: {
    title: "the name that they have given, or that of whom a step has proved",
    from: "known",
    source:
      "a step, or the beginning; the chain is chosen anew as soon as a name is known, and nobody comes in as another",
  },
  origin: {
    title: "where the page stands that they come from (Origin)",
    from: "said",
    source: "a header, which every program sets as it likes",
  },
  language: {
    title: "the first language that their browser asks for",
    from: "said",
    source: "a header, which every program sets as it likes",
  },
  provider: {
    title: "the identity provider that they have chosen, where they have",
    from: "said",
    source: "the choice of whoever signs in",
    answeredBy: "saml",
  },
} as const satisfies Readonly<Record<string, ChainFact>>;

/** Name of a fact. */
export type ChainFactName = keyof typeof chainFacts;

/** Name of a fact that the caller may state freely. */
export type SaidFactName = {
  [Name in ChainFactName]: (typeof chainFacts)[Name]["from"] extends "said" ? Name : never;
}[ChainFactName];

/** Facts of a sign-in to the service itself, without any that the caller states. */
export const usualFacts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ChainFact>(chainFacts).flatMap(([name, { always }]) => (always === undefined ? [] : [[name, always]])),
);

/** Returns the definition of a fact; undefined if there is no such fact. */
export function chainFact(name: string): ChainFact | undefined {
  return Object.hasOwn(chainFacts, name) ? chainFacts[name as ChainFactName] : undefined;
}
