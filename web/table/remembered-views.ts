/** A view of a list that somebody has named; kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** The parameters of the address that hold it. */
  readonly query: string;
}

const viewsKey = (list: string) => `gatehouse.views.${list}`;
const columnsKey = (list: string) => `gatehouse.columns.${list}`;

/** The views of a list that were saved in this browser. */
export function savedViews(list: string): readonly SavedView[] {
  return stored<SavedView[]>(viewsKey(list), Array.isArray) ?? [];
}

/** Keeps the views of a list. */
export function saveViews(list: string, views: readonly SavedView[]): void {
  localStorage.setItem(viewsKey(list), JSON.stringify(views));
}

/** The names of the columns that are shown of a list; undefined where nobody has chosen any. */
export function shownColumns(list: string): readonly string[] | undefined {
  return stored<string[]>(columnsKey(list), Array.isArray);
}

/** Keeps the names of the columns that are shown. */
export function showColumns(list: string, names: readonly string[]): void {
  localStorage.setItem(columnsKey(list), JSON.stringify(names));
}

function stored<T>(key: string, fits: (value: unknown) => boolean): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return fits(value) ? (value as T) : undefined;
  } catch {
    // What somebody else has written there is as good as nothing.
    return undefined;
  }
}
