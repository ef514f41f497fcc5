import { type PageActions, usePageActions } from "../keyboard/page-actions.ts";
import type { ShortcutName } from "../keyboard/shortcuts.ts";
import type { ResourceTableProps } from "./table-props.ts";

const rowsOnPage = () => [...document.querySelectorAll<HTMLElement>("[data-row-key]")];
const openRow = () => document.querySelector<HTMLElement>('[data-row-key] [aria-current="true"]') ?? undefined;
const rowWithFocus = () => document.activeElement?.closest<HTMLElement>("[data-row-key]") ?? undefined;

/** Moves the focus to the link of the row that is open beside the list, if the list still contains it. */
export function goToOpenRow(): void {
  openRow()?.focus();
}

/**
 * Moves the focus to the next or previous row, from the row with the focus or the open one. The target is the link of the row, or else its
 * first control.
 */
export function goToRow(by: 1 | -1): void {
  const rows = rowsOnPage();
  const current = rowWithFocus() ?? openRow()?.closest<HTMLElement>("[data-row-key]") ?? undefined;
  const at = current === undefined ? (by === 1 ? -1 : rows.length) : rows.indexOf(current);
  const row = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
  const target = row?.querySelector<HTMLElement>("a") ?? row?.querySelector<HTMLElement>("button, input");
  target?.focus();
  // The panel beside the list follows the row; with Tab it stays, because the user may be on the way to it.
  if (target?.hasAttribute("aria-current") === true) target.click();
}

/** Binds the keys of a list: move between rows, select a row, search, and the page's own actions on a row. */
export function useRowKeys<Row>({ source, chosen, keysOfRow }: ResourceTableProps<Row>, rows: readonly Row[]): void {
  const seen = () => {
    const key = rowWithFocus()?.dataset["rowKey"];
    return rows.find((row) => source.keyOf(row) === key);
  };
  const own = Object.entries(keysOfRow ?? {}) as readonly [ShortcutName, (row: Row | undefined) => void][];
  const actions: PageActions = {
    nextRow: () => goToRow(1),
    previousRow: () => goToRow(-1),
    search: source.isSearched === false ? undefined : lookForSomething,
    chooseRow:
      chosen === undefined
        ? undefined
        : () => rowWithFocus()?.querySelector<HTMLElement>("input[type=checkbox]")?.click(),
    ...Object.fromEntries(own.map(([name, act]) => [name, () => act(seen())])),
  };
  usePageActions(actions);
}

function lookForSomething(): void {
  document.querySelector<HTMLElement>("input.gatehouse-search, .gatehouse-search input")?.focus();
}
