import type { Attributes, Scalar } from "../object.ts";
import type { KitLine } from "./line.ts";

/** A running target system for the kit. */
export interface KitTarget {
  /** Address as an administrator would enter it. */
  readonly address: unknown;
  readonly credentials: readonly { readonly role: string; readonly login: string; readonly secret: string }[];
  /** Values that the kit cannot guess about this target; all optional. */
  readonly samples?: KitSamples;
  /**
   * Opens a new line between connector and target, by which the kit counts, holds and cuts connections (`tcpLine` makes one). If
   * absent, the kit uses a relay of its own. It can do so if the address names a server of this machine by host and port or by URL.
   */
  line?(): Promise<KitLine>;
  /** Stops the target and removes its leftovers. */
  stop(): Promise<void> | void;
}

/** Values that suit a target. */
export interface KitSamples {
  /** Attributes without which the target creates no account; default: those that `schema` calls required. */
  readonly account?: Attributes;
  /** Attributes without which the target creates no group; default as for accounts. */
  readonly group?: Attributes;
  /** A text or number of accounts, single-valued or multi-valued, to test changes and filters; default: the best in `schema`. */
  readonly attribute?: string;
  /** Three different values that this attribute accepts; default: `one`, `two` and `three`, or 1001 to 1003 for a number. */
  readonly values?: readonly [Scalar, Scalar, Scalar];
  /** An attribute of accounts with a value that the target itself refuses; by default the kit tries what most targets refuse. */
  readonly refused?: { readonly attribute: string; readonly value: string };
  /** An attribute of accounts with a value that makes the target send a notice; if absent, the rule about notices is left out. */
  readonly noticed?: { readonly attribute: string; readonly value: string };
  /** A password that the target accepts; the kit appends characters to make further ones. By default the kit uses a strong one. */
  readonly password?: string;
  /** A password that the target refuses as too weak; if absent, the target has no such rule and the rule about it is left out. */
  readonly weakPassword?: string;
  /** Number of consecutive wrong passwords that lock an account; if absent, the rules about locking are left out. */
  readonly failuresMax?: number;
  /** A command that an account may run and that writes `kit`; if absent, the rules about commands are left out. */
  readonly command?: string;
  /** Difficult characters that the target allows in names; default ` o'(x)*+"é`. */
  readonly specialCharacters?: string;
  /** True if the target has attributes beyond its `schema`, so guarded ones may be missing from it. */
  readonly moreThanSchema?: boolean;
  /** Attributes that only describe, although their names suggest rights or memberships. */
  readonly plainAttributes?: readonly string[];
  /** True if the target returns numbers as text, as directories do; they may exceed the exact range of a number. */
  readonly numbersAsText?: boolean;
  /** True if the target itself ends the memberships of a renamed object, as a directory without referential integrity does. */
  readonly renameEndsMemberships?: boolean;
  /** False if the target needs no login, so no credential can be wrong. */
  readonly authenticates?: boolean;
  /** True if each login needs a connection of its own, so `verify` opens one each time. */
  readonly loginNeedsConnection?: boolean;
}

/** Starts a target; the export of the same name in a target file. */
export type StartTarget = () => Promise<KitTarget>;
