import { type BuiltInComponent, builtInComponents } from "./chain-components.ts";
import { chainFacts } from "./chain-facts.ts";
import type { KnownParts } from "./component.ts";

/** Parts that chains are checked against if no plug-ins are known. */
export const builtInParts: KnownParts = {
  components: new Map<string, BuiltInComponent>(Object.entries(builtInComponents)),
  facts: Object.keys(chainFacts),
};
