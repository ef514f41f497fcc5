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

/** A position in a listing: opaque text made by the connector, valid on any later connection to the same target. */
export type Cursor = string;

/** A listing of the objects of one type. */
export interface ListRequest {
  readonly type: ObjectTypeName;
  /** Condition on the objects; absent for all objects. A connector that cannot evaluate it throws `notSupported` and never ignores it. */
  readonly filter?: Filter;
  /** Attributes to return; absent for the connector's default set. A connector never returns an attribute outside its allow-list. */
  readonly attributes?: readonly string[];
  /** Maximum number of objects per page; the connector may send fewer, or none. */
  readonly pageSize: number;
  /** Cursor after which to continue. A connector whose pages carry no cursor throws `config` if one is given. */
  readonly after?: Cursor;
}

/** One page of a listing. Only the end of the iteration marks the last page. */
export interface Page<T> {
  /** Objects of the page; may be empty in the middle of a listing. */
  readonly items: readonly T[];
  /** Position after this page. If absent, the listing cannot be resumed and a retry starts over. */
  readonly cursor?: Cursor;
  /** Number of objects that the target announces, if any. */
  readonly total?: number;
}

/** One page of the members of a group. */
export interface MembersPage extends Page<Member> {
  /** True if the target does not show every member of this group: a member that is on no page may still belong to it. */
  readonly hidden?: true;
}

/** A change reported by a feed. */
export type Change =
  | { readonly kind: "upsert"; readonly object: TargetObject }
  | { readonly kind: "delete"; readonly type: ObjectTypeName; readonly id: string };

/** One page of a change feed. */
export interface ChangePage {
  readonly changes: readonly Change[];
  /** Position in the feed. The caller stores it only in the transaction that applies the page. */
  readonly token: string;
  readonly more: boolean;
  /** True if this feed shows deletions; if false, the caller needs full listings too. */
  readonly showsDeletions: boolean;
}

/** A read of the change feed of one type. */
export interface ChangesRequest {
  readonly type: ObjectTypeName;
  /** Token of the last page read. If absent, the feed starts now: one page without changes and with a token. */
  readonly token?: string;
}
