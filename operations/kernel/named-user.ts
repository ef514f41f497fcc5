import { foldedId, idMeant, storedId } from "#domain/person-id.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { Store } from "#store/store.ts";
import { type Row, tables } from "#store/tables.ts";

/** What names are looked up by: the parts of the context of a service. */
export interface NamingContext {
  readonly store: Pick<Store, "select" | "values">;
  readonly changes: ChangeFeed;
}

/** Ids that are not written as they are folded, by their fold: a hint, for what is found by it is read from the database. */
type UnfoldedIds = ReadonlyMap<string, ReadonlySet<string>>;

// Belongs to the feed that brings the ids of others, so that all doors of a process share one memory.
const memories = new WeakMap<ChangeFeed, Promise<UnfoldedIds>>();

const pageIds = 5000;

/**
 * Finds the user whom a name means: who has it as id, else the only one whose id differs from it in case, width or form of letters alone.
 * A name that nobody has costs the same statement.
 */
export async function namedUser(context: NamingContext, name: string): Promise<Row<"users"> | undefined> {
  const users = await usersLike(context, [name]);
  const meant = idMeant(
    name,
    users.map(({ id }) => id),
  );
  return users.find(({ id }) => id === meant);
}

/** Returns the id of the user whom a name means, or the name where it means nobody. */
export async function idNamed(context: NamingContext, name: string): Promise<string> {
  return (await namedUser(context, name))?.id ?? name;
}

/** Finds all users whose ids differ from one of these names in case, width or form of letters at most. */
export async function usersLike(context: NamingContext, names: readonly string[]): Promise<readonly Row<"users">[]> {
  const unfolded = await unfoldedIds(context);
  const wanted = new Set(
    names
      .filter(({ length }) => length <= nameCharactersMax)
      .flatMap((name) => [name, storedId(name), foldedId(name), ...(unfolded.get(foldedId(name)) ?? [])]),
  );
  const ids = [...wanted];
  const found: Row<"users">[] = [];
  for (let from = 0; from < ids.length; from += idsAtOnce)
    found.push(...(await context.store.select("users", { where: oneOf("id", ids.slice(from, from + idsAtOnce)) })));
  return found;
}

const idsAtOnce = 500;
/** The longest name that may mean somebody: composed it is a quarter as long at least. */
const nameCharactersMax = 4 * (tables.users.columns["id"]?.size ?? 0);

function unfoldedIds(context: NamingContext): Promise<UnfoldedIds> {
  const { changes } = context;
  const known = memories.get(changes);
  if (known !== undefined) return known;
  const reading = readUnfolded(context);
  memories.set(changes, reading);
  reading.catch(() => memories.delete(changes));
  return reading;
}

async function readUnfolded({ store, changes }: NamingContext): Promise<UnfoldedIds> {
  const unfolded = new Map<string, Set<string>>();
  const note = (id: string) => {
    const fold = foldedId(id);
    if (fold !== id) unfolded.set(fold, (unfolded.get(fold) ?? new Set()).add(id));
  };
  // An id that is gone stays: whoever looks for it finds nobody.
  const end = changes.subscribe({
    tables: ["users"],
    onChange({ data }) {
      if (typeof data["id"] === "string") note(data["id"]);
    },
  });
  try {
    for (let after = ""; ;) {
      const page = await store.values("users", "id", { after, max: pageIds });
      page.forEach(note);
      if (page.length < pageIds) return unfolded;
      after = page.at(-1) ?? "";
    }
  } catch (error) {
    end();
    throw error;
  }
}
