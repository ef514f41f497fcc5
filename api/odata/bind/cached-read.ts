import type { EntitySet } from "../entity-set.ts";
import { memoized } from "../memoized.ts";
import type { Model } from "../model/model.ts";
import type { QueryTree } from "../syntax/tree.ts";
import { bindRead, type Start } from "./bind-read.ts";
import type { BoundRead } from "./bound-read.ts";

type ReadsOfSet = Map<string, BoundRead>;

// Entries live as long as the tree and the model; a read that was bound to another model is never found.
const readsOf = memoized<Model, (tree: QueryTree) => (set: EntitySet) => ReadsOfSet>(() =>
  memoized(() => memoized(() => new Map())),
);

/**
 * Returns a bound read from the cache; binds it like `bindRead` if it is not there. The same tree at the same place
 * gives the same read again. Binding depends neither on the caller nor on the time, so the cache reveals neither.
 * @throws the errors of `bindRead`
 */
export function cachedRead(model: Model, start: Start, tree: QueryTree): BoundRead {
  const reads = readsOf(model)(tree)(start.set);
  const name = `${start.type?.name ?? ""} ${start.policy} ${start.result}`;
  const known = reads.get(name);
  if (known !== undefined) return known;
  const read = bindRead(model, start, tree);
  reads.set(name, read);
  return read;
}
