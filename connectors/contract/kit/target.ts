import type { Attributes, Scalar } from "../object.ts";
import type { KitLine } from "./line.ts";

/** A running target system for the kit. */
export interface KitTarget {
  /** As an administrator would enter it. */
  readonly address: unknown;
  readonly credentials: readonly { readonly role: string; readonly login: string; readonly secret: string }[];
  /** What the kit cannot guess about this target; everything is optional. */
  readonly samples?: KitSamples;
  /**
   * A new line between connector and target by which the kit counts, holds and cuts connections (`tcpLine` makes one); absent =
   * a relay of the kit's own, where the address names a server of this machine by host and port or by URL.
   */
  line?(): Promise<KitLine>;
  /** Ends the target and removes what it left. */
  stop(): Promise<void> | void;
}

/** Values that suit a target. */
export interface KitSamples {
  /** Attributes without which an account cannot be made there; absent = those that `schema` calls required. */
  readonly account?: Attributes;
  /** The same for a group. */
  readonly group?: Attributes;
  /** A text or number of accounts, of one value or of several, used to test changes and filters; absent = the best that `schema` offers. */
  readonly attribute?: string;
  /** Three different values that this attribute takes; absent = `one`, `two` and `three`, or these as numbers. */
  readonly values?: readonly [Scalar, Scalar, Scalar];
  /** An attribute of accounts with a value that the target itself refuses; absent = the kit tries what most targets refuse. */
  readonly refused?: { readonly attribute: string; readonly value: string };
  /** An attribute of accounts with a value upon which the target says something beside its answer; absent = the rule about notices is left out. */
  readonly noticed?: { readonly attribute: string; readonly value: string };
  /** A password the target takes; the kit appends characters to it to make further ones. Absent = a strong one of the kit's own. */
  readonly password?: string;
  /** A password the target refuses for its strength; absent = the target has no such rule and the rule about it is left out. */
  readonly weakPassword?: string;
  /** The number of wrong passwords in a row that lock an account there; absent = the rules about locking are left out. */
  readonly failuresMax?: number;
  /** A command that an account may run there and that writes `kit`; absent = the rules about commands are left out. */
  readonly command?: string;
  /** What makes a name difficult for the target and is allowed in one all the same; absent = ` o'(x)*+"é`. */
  readonly specialCharacters?: string;
  /** True where the target has attributes that `schema` does not tell, so that guarded ones need not stand there. */
  readonly moreThanSchema?: boolean;
  /** Attributes that describe and do no more, though their names speak of rights or memberships. */
  readonly plainAttributes?: readonly string[];
  /** True where the target tells numbers as text, as directories do; they may be larger than a number is exact. */
  readonly numbersAsText?: boolean;
  /** True where the target itself ends the memberships of what gets a new name, as a directory without referential integrity does. */
  readonly renameEndsMemberships?: boolean;
  /** False where the target asks nobody to log in, so that no credential can be wrong. */
  readonly authenticates?: boolean;
  /** True where each login needs a connection of its own, so that `verify` makes one each time. */
  readonly loginNeedsConnection?: boolean;
}

/** Starts a target; the export of the same name in a target file. */
export type StartTarget = () => Promise<KitTarget>;
