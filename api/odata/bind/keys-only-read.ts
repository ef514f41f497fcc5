import type { BoundRead } from "./bound-read.ts";

/** The same read where the entities are only counted or referred to: of each nothing but the key. */
export function keysOnlyRead({ query, shape }: BoundRead): BoundRead {
  return {
    query: { ...query, columns: query.columns.slice(0, 1), computed: [], expand: [] },
    shape: {
      ...shape,
      properties: [],
      derived: [],
      computed: [],
      gathered: [],
      attached: [],
      expand: [],
      selectList: null,
    },
  };
}
