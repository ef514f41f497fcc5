import type { Member, ObjectTypeName, Scalar, TargetObject } from "./object.ts";

/** A condition on attributes that the target itself evaluates. */
export type Filter =
  | {
      readonly op: "eq" | "startsWith" | "contains" | "endsWith" | "gt" | "ge" | "lt" | "le";
      readonly attr: string;
      readonly value: Scalar;
    }
  | { readonly op: "present"; readonly attr: string }
  | { readonly op: "and" | "or"; readonly of: readonly Filter[] }
  | { readonly op: "not"; readonly of: Filter };

/** A place in a listing: opaque text made by the connector, valid on any later connection of the same target. */
export type Cursor = string;

/** What to list. */
export interface ListRequest {
  readonly type: ObjectTypeName;
  /** Absent = all objects. A connector that cannot evaluate it throws `notSupported`, it never ignores it. */
  readonly filter?: Filter;
  /** Absent = the connector's default set; a connector never returns an attribute outside of its allow-list. */
  readonly attributes?: readonly string[];
  /** The most objects a page may hold; the connector may send fewer, also none. */
  readonly pageSize: number;
  /** Continue after this cursor; a connector whose pages carry no cursor throws `config` when it is given. */
  readonly after?: Cursor;
}

/** One page of a listing; the end of the iteration, and nothing else, says that it was the last. */
export interface Page<T> {
  /** May be empty in the midst of a listing. */
  readonly items: readonly T[];
  /** Where to continue after this page; absent = the listing cannot be resumed and a retry starts over. */
  readonly cursor?: Cursor;
  /** The number of objects the target announces, if it does. */
  readonly total?: number;
}

/** One page of the members of a group. */
export interface MembersPage extends Page<Member> {
  /** The target does not show every member of this group: one that is in no page may still be in it. */
  readonly hidden?: true;
}

/** A change reported by a feed. */
export type Change =
  | { readonly kind: "upsert"; readonly object: TargetObject }
  | { readonly kind: "delete"; readonly type: ObjectTypeName; readonly id: string };

/** One page of a change feed. */
export interface ChangePage {
  readonly changes: readonly Change[];
  /** To be stored by the caller only in the transaction that applies the page. */
  readonly token: string;
  readonly more: boolean;
  /** Whether this feed shows deletions at all; if not, the caller needs full listings too. */
  readonly showsDeletions: boolean;
}

/** Which changes to read. */
export interface ChangesRequest {
  readonly type: ObjectTypeName;
  /** Absent = from now: one page without changes and with a token. */
  readonly token?: string;
}
