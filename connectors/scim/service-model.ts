/** One value, or the values of one kind, that a resource can hold; a complex attribute is split into these. */
export interface ScimAttribute {
  /** As callers name it and as RFC 7644 writes a path: `title`, `name.givenName`, `urn:…:User:department`, `emails`. */
  readonly name: string;
  /** The extension whose object holds it; absent = the resource itself. */
  readonly extension?: string;
  /** The top attribute and, below a complex one, its part. */
  readonly top: string;
  readonly part?: string;
  /** Its values are objects of which `value` is the value that callers see. */
  readonly boxed: boolean;
  readonly type: string;
  readonly multi: boolean;
  readonly required: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly caseExact: boolean;
  /** Its objects can say which of them is the first choice (RFC 7643 section 2.4). */
  readonly primary?: true;
  /** The `type` of a new value, where the service wants each to have one. */
  readonly neededType?: string;
}

/** How the service keeps one type of object. */
export interface ScimKind {
  readonly type: "account" | "group";
  /** Below the base, with a slash in front. */
  readonly endpoint: string;
  readonly schema: string;
  /** The attribute by which people name an object. */
  readonly naming: "userName" | "displayName";
  readonly attributes: readonly ScimAttribute[];
}

/** What the service tells about itself (RFC 7643 sections 5 to 7). */
export interface ScimModel {
  readonly patch: boolean;
  /** Pages go on by cursor (RFC 9865) instead of by index. */
  readonly cursor: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  readonly pageSizeMax?: number;
  readonly kinds: readonly ScimKind[];
}
