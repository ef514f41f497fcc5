import { type AddressRule, addressRules, atMost, brokenRule } from "../address-rules.ts";
import { linkMaxCharacters } from "../limits.ts";

const { form, login, query, fragment, protocol } = addressRules;
const rules: readonly AddressRule[] = [atMost(linkMaxCharacters), form, login, query, fragment, protocol];

/** Rules for an address at which other nodes reach a node, in words: nobody else can read what travels to it. */
export const nodeAddressRules: readonly string[] = rules.map(({ words }) => words);

/** Returns the rule that an address of a node breaks; undefined if it keeps all. */
export function nodeAddressProblem(address: string): string | undefined {
  return brokenRule(rules, address)?.words;
}
