import { ownClientId } from "../identity/own-client.ts";
import type { BuiltInComponentId } from "./chain-components.ts";

/** A fact by which chains are selected. */
export interface ChainFact {
  /** What it is, in words. */
  readonly title: string;
  /** Whether the service finds it out or checks it itself, or takes it as whoever signs in says it. */
  readonly from: "known" | "said";
  /** From where it comes, in words. */
  readonly source: string;
  /** The value that it usually has, of a fact that each sign-in has. */
  readonly always?: string;
  /** The component that has proved by somebody else what was said, where one does: who says the fact chooses whom to ask, and no less. */
  readonly answeredBy?: BuiltInComponentId;
}

/** What is known of a sign-in when its chain is chosen, by the names that selectors use. */
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

/** The name of such a fact. */
export type ChainFactName = keyof typeof chainFacts;

/** The name of a fact that whoever signs in may say as they like. */
export type SaidFactName = {
  [Name in ChainFactName]: (typeof chainFacts)[Name]["from"] extends "said" ? Name : never;
}[ChainFactName];

/** What is known of a sign-in for the service itself of which nobody says anything. */
export const usualFacts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ChainFact>(chainFacts).flatMap(([name, { always }]) => (always === undefined ? [] : [[name, always]])),
);

/** What the table says of a fact; undefined of one that there is not. */
export function chainFact(name: string): ChainFact | undefined {
  return Object.hasOwn(chainFacts, name) ? chainFacts[name as ChainFactName] : undefined;
}
