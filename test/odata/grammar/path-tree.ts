import type { FilterSegment, NameSegment } from "#api/odata/syntax/tree.ts";

/** A segment of a resource path. */
export type PathSegment =
  | NameSegment
  | FilterSegment
  /** `$metadata`, `$batch`, `$entity`, `$all` stand first; `$each $count $ref $value $query` after another segment. */
  | {
      readonly kind: "metadata" | "batch" | "entity" | "all" | "each" | "count" | "ref" | "value" | "query";
      readonly at: number;
    }
  | { readonly kind: "crossjoin"; readonly sets: readonly string[]; readonly at: number }
  /** A segment that cannot be a name: a key as a segment, or an ordinal index (`-1`). Such a key may look like a name, too. */
  | { readonly kind: "text"; readonly text: string; readonly at: number };

/** Path of an address below the service root; no segments = the service document. */
export interface ResourcePath {
  readonly segments: readonly PathSegment[];
}
