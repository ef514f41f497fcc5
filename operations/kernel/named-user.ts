import { foldedId, idMeant, storedId } from "#domain/person-id.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { Store } from "#store/store.ts";
import { type Row, tables } from "#store/tables.ts";

/** Services for looking up names. */
export interface NamingContext {
  readonly store: Pick<Store, "select" | "values">;
  readonly changes: ChangeFeed;
}

/** IDs that differ from their folded form, by that form. They are hints: the rows found by them are read from the database. */
type UnfoldedIds = ReadonlyMap<string, ReadonlySet<string>>;

// Belongs to the feed that brings the IDs of other processes, so that all entry points of a process share one memory.
const memories = new WeakMap<ChangeFeed, Promise<UnfoldedIds>>();

const pageIds = 5000;

/**
 * Finds the user of a name: the bearer of that ID, else the only user whose ID differs from it only in case, width or form of letters. An
 * unknown name costs the same statement.
 */
export async function namedUser(context: NamingContext, name: string): Promise<Row<"users"> | undefined> {
  const users = await usersLike(context, [name]);
  const meant = idMeant(
    name,
    users.map(({ id }) => id),
  );
  return users.find(({ id }) => id === meant);
}

/** Returns the ID of the user of a name; the name itself if no user has it. */
export async function idNamed(context: NamingContext, name: string): Promise<string> {
  return (await namedUser(context, name))?.id ?? name;
}

/** Finds all users whose IDs differ from one of these names in case, width or form of letters at most. */
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
/** Longest name that may match an ID, in characters: composed, it is at least a quarter as long. */
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
  // The ID of a deleted user stays: a lookup finds no row.
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
