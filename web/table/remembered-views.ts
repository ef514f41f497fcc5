/** A named view of a list, kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** Parameters of the address that hold the view. */
  readonly query: string;
}

const viewsKey = (list: string) => `gatehouse.views.${list}`;
const columnsKey = (list: string) => `gatehouse.columns.${list}`;

/** Returns the views of a list that were saved in this browser. */
export function savedViews(list: string): readonly SavedView[] {
  return stored<SavedView[]>(viewsKey(list), Array.isArray) ?? [];
}

/** Saves the views of a list. */
export function saveViews(list: string, views: readonly SavedView[]): void {
  localStorage.setItem(viewsKey(list), JSON.stringify(views));
}

/** Returns the names of the visible columns of a list; undefined if the user has selected none. */
export function shownColumns(list: string): readonly string[] | undefined {
  return stored<string[]>(columnsKey(list), Array.isArray);
}

/** Saves the names of the visible columns. */
export function showColumns(list: string, names: readonly string[]): void {
  localStorage.setItem(columnsKey(list), JSON.stringify(names));
}

function stored<T>(key: string, fits: (value: unknown) => boolean): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return fits(value) ? (value as T) : undefined;
  } catch {
    // Foreign content under the key counts as none.
    return undefined;
  }
}
