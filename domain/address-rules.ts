import { isLoopbackHost } from "#connectors/contract/loopback.ts";

const printable = /^[\x21-\x7e]+$/;

/** A rule for an address, with its test. */
export interface AddressRule {
  readonly words: string;
  isKept(address: string): boolean;
}

/** Rules for addresses from others. `form` comes first; the other rules assume that it is kept. */
export const addressRules = {
  form: {
    words: "must be an absolute address in plain ASCII",
    isKept: (address) => printable.test(address) && URL.canParse(address),
  },
  fragment: { words: "must have no fragment", isKept: (address) => !address.includes("#") },
  query: { words: "must have no query", isKept: (address) => !address.includes("?") },
  login: {
    words: "must hold no user name or password",
    isKept: (address) => new URL(address).username === "" && new URL(address).password === "",
  },
  protocol: {
    words: "must begin with https://, or with http:// on this machine (127.0.0.1, [::1], localhost)",
    isKept(address) {
      const { protocol, hostname } = new URL(address);
      return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
    },
  },
} as const satisfies Readonly<Record<string, AddressRule>>;

/** Returns the rule for the length of an address. */
export function atMost(characters: number): AddressRule {
  return { words: `must have at most ${characters} characters`, isKept: ({ length }) => length <= characters };
}

/** Returns the first rule that an address breaks; undefined if it keeps all. */
export function brokenRule(rules: readonly AddressRule[], address: string): AddressRule | undefined {
  return rules.find((rule) => !rule.isKept(address));
}
