import { type BuiltInComponent, builtInComponents } from "./chain-components.ts";
import { chainFacts } from "./chain-facts.ts";
import type { KnownParts } from "./component.ts";

/** What chains are checked against where no plug-ins are known. */
export const builtInParts: KnownParts = {
  components: new Map<string, BuiltInComponent>(Object.entries(builtInComponents)),
  facts: Object.keys(chainFacts),
};
