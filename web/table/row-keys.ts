import { type PageActions, usePageActions } from "../keyboard/page-actions.ts";
import type { ShortcutName } from "../keyboard/shortcuts.ts";
import type { ResourceTableProps } from "./table-props.ts";

const rowsOnPage = () => [...document.querySelectorAll<HTMLElement>("[data-row-key]")];
const openRow = () => document.querySelector<HTMLElement>('[data-row-key] [aria-current="true"]') ?? undefined;
const rowWithFocus = () => document.activeElement?.closest<HTMLElement>("[data-row-key]") ?? undefined;

/** Moves the keyboard to what leads to the row that is open beside the list, where it still is in the list. */
export function goToOpenRow(): void {
  openRow()?.focus();
}

/** Moves the keyboard to another row, from where it is or from the one that is open: to what leads to it, else to the first thing in it that can be used. */
export function goToRow(by: 1 | -1): void {
  const rows = rowsOnPage();
  const current = rowWithFocus() ?? openRow()?.closest<HTMLElement>("[data-row-key]") ?? undefined;
  const at = current === undefined ? (by === 1 ? -1 : rows.length) : rows.indexOf(current);
  const row = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
  const target = row?.querySelector<HTMLElement>("a") ?? row?.querySelector<HTMLElement>("button, input");
  target?.focus();
  // What is open beside the list follows; it stays where somebody passes by with Tab, on the way to it.
  if (target?.hasAttribute("aria-current") === true) target.click();
}

/** What keys do on a list: go from row to row, choose one, look for something, and what its page does with a row. */
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
