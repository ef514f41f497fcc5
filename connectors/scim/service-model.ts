/** A value, or the values of one kind, in a resource; a complex attribute is split into several of these. */
export interface ScimAttribute {
  /** Name for callers, written like a path of RFC 7644: `title`, `name.givenName`, `urn:…:User:department`, `emails`. */
  readonly name: string;
  /** Extension whose object holds it; absent for the resource itself. */
  readonly extension?: string;
  /** Top-level attribute; `part` is the sub-attribute of a complex one. */
  readonly top: string;
  readonly part?: string;
  /** True if its values are objects whose `value` is what callers see. */
  readonly boxed: boolean;
  readonly type: string;
  readonly multi: boolean;
  readonly required: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly caseExact: boolean;
  /** True if its objects can mark one as the preferred one (RFC 7643 section 2.4). */
  readonly primary?: true;
  /** `type` of a new value, if the service requires one. */
  readonly neededType?: string;
}

/** Endpoint, schema and attributes of one type of object. */
export interface ScimKind {
  readonly type: "account" | "group";
  /** Path below the base, with a leading slash. */
  readonly endpoint: string;
  readonly schema: string;
  /** Attribute that names an object. */
  readonly naming: "userName" | "displayName";
  readonly attributes: readonly ScimAttribute[];
}

/** Service's description of itself (RFC 7643 sections 5 to 7). */
export interface ScimModel {
  readonly patch: boolean;
  /** True if pages are requested by cursor (RFC 9865) instead of by index. */
  readonly cursor: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  readonly pageSizeMax?: number;
  readonly kinds: readonly ScimKind[];
}
