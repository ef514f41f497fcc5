import { purposeOf } from "#domain/chains/attempt-aims.ts";
import { chainPurposes, matchTypes } from "#domain/chains/auth-chain.ts";
import { builtInComponents } from "#domain/chains/chain-components.ts";
import { type ChainFact, chainFacts } from "#domain/chains/chain-facts.ts";
import { pluginStepOptions } from "#domain/chains/component-of-step.ts";
import type { ComponentOption, KnownComponent } from "#domain/chains/component.ts";
import { defaultChains } from "#domain/chains/default-chains.ts";
import { type SignInDoor, signInDoors } from "#domain/chains/sign-in-doors.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const introduction = `What authentication chains are made of. [authentication-chains.md](authentication-chains.md) says how they are written, and
[chain-administration.md](chain-administration.md) how they are put into force.`;

const saidFacts = `A fact that is only **said** keeps nobody out: whoever signs in says it as they like. \`gatehouse chain check\` warns of a chain that such a fact
selects and that asks for less than the one that would be taken else. When a name becomes known, the chain is chosen anew by all that is known then.`;

const clientWords = {
  named: "the one that is named, checked; `gatehouse` without one",
  session: "that of the session; `gatehouse` without one",
  own: "always `gatehouse`",
} as const;

const pluginTitle =
  "Asks a plug-in of the kind [`chainComponent`](plug-in-kinds.md#chaincomponent); the step may tell it more than this.";

interface Titled extends KnownComponent {
  readonly title: string;
}

const plugin: Titled = {
  title: pluginTitle,
  outcomes: ["failed", "those that the step names"],
  authenticates: ["passed, where `authenticates` is true"],
  options: pluginStepOptions,
};

/** Writes the page of the components, facts and purposes of authentication chains, and of the default chains. */
export function chainPartsPage(): string {
  const components = [...Object.entries<Titled>(builtInComponents), ["plugin:<file>", plugin] as const];
  const rows = components.map(([id, { title, outcomes, authenticates, options = {} }]) => [
    `\`${id}\``,
    title,
    outcomes.map(code).join(", "),
    authenticates.length === 0 ? "nobody" : authenticates.map(code).join(", "),
    Object.entries(options).map(optionWords).join("<br>"),
  ]);
  const facts = Object.entries<ChainFact>(chainFacts).map(([name, { title, from, source }]) => [
    `\`${name}\``,
    title,
    from,
    source,
  ]);
  const doors = Object.values<SignInDoor>(signInDoors).map(({ at, aim, client, walks }) => [
    at.map(code).join(", "),
    purposeOf(aim),
    clientWords[client],
    walks ? "step by step" : "in one call: where the chain asks for more than name and password, nobody comes in",
  ]);
  const purposes = Object.entries(chainPurposes).map(([name, words]) => [`\`${name}\``, words]);
  const defaults = defaultChains.map(({ name, purpose, description, steps }) => [
    `\`${name}\``,
    `\`${purpose}\``,
    description,
    Object.values(steps)
      .map(({ component }) => `\`${component}\``)
      .join(", "),
  ]);
  return `# Parts of authentication chains

${writtenByDocs}

${introduction}

## Components

${markdownTable([["component", "what it does", "outcomes", "proves who it is by", "configuration of a step"], ...rows])}

## Selectors

A selector names a fact and a match type: ${matchTypes.map((match) => `\`${match}\``).join(", ")}. The facts:

${markdownTable([["fact", "what it is", "known or said", "from where it comes"], ...facts])}

${saidFacts}

## Doors

Each chooses by the same facts and the same rule.

${markdownTable([["door", "purpose", "client", "how the chain is walked"], ...doors])}

## Purposes

${markdownTable([["purpose", "a chain of it"], ...purposes])}

## Default chains

${markdownTable([["name", "purpose", "what it is", "components"], ...defaults])}
`;
}

/** Marks names of a chain as code; other words stay plain. */
function code(text: string): string {
  return text.includes(" ") ? text : `\`${text}\``;
}

function optionWords([name, { title, default: usual, between }]: readonly [string, ComponentOption]): string {
  const bounds = between === undefined ? "" : ` (${between.join(" to ")})`;
  const otherwise = usual === undefined ? "; must be said" : `; \`${usual}\` by default`;
  return `\`${name}\`${bounds}: ${title.replace(/\.$/, "")}${otherwise}`;
}
