import type { Store } from "#store/store.ts";

/** Returns the check of `/ready` that fails while the database does not answer. */
export function databaseCheck(store: Pick<Store, "answers">): () => Promise<void> {
  return async () => {
    if (!(await store.answers())) throw new Error("The database does not answer.");
  };
}
