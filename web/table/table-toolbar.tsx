import { Button, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { openedLater } from "../components/opened-later.tsx";
import { useText } from "../messages/text.ts";
import type { ChosenFilter, TableFilter, TableSource } from "./table-column.ts";
import { TableMenu } from "./table-menu.tsx";
import { TablePages } from "./table-pages.tsx";
import type { TableChange, TableView } from "./table-view.ts";
import { useChosen } from "./use-chosen.ts";
import { useTyped } from "./use-typed.ts";

const EnteredValue = openedLater(async () => (await import("./entered-value.tsx")).EnteredValue);

/** Properties of the toolbar of a list. */
export interface TableToolbarProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  readonly count: number | undefined;
  /** Names of the visible columns. */
  readonly columns: readonly string[];
  readonly children?: ReactNode;
  change(changed: TableChange): void;
  showColumns(names: readonly string[]): void;
}

/** Search, filters, actions, columns and pages of a list. */
export function TableToolbar<Row>({
  source,
  view,
  count,
  columns,
  children,
  change,
  showColumns,
}: TableToolbarProps<Row>) {
  const say = useText();
  const { filters = [] } = source;
  return (
    <div className="gatehouse-toolbar">
      {source.isSearched === false ? null : <Search value={view.search} change={(search) => change({ search })} />}
      {filters.map((filter) => (
        <Filter
          key={filter.name}
          filter={filter}
          value={view.filters[filter.name] ?? ""}
          change={(value) => change({ filters: { [filter.name]: value } })}
        />
      ))}
      {view.search === "" && Object.keys(view.filters).length === 0 ? null : (
        <Button variant="link" onClick={() => change({ search: "", filters: null })}>
          {say("table.clearFilters")}
        </Button>
      )}
      {children}
      <TableMenu source={source} view={view} columns={columns} showColumns={showColumns} />
      <TablePages title={say(source.title)} view={view} count={count} change={change} />
    </div>
  );
}

interface FilterProps {
  readonly filter: TableFilter;
  readonly value: string;
  change(value: string): void;
}

function Filter({ filter, value, change }: FilterProps) {
  return "enters" in filter ? (
    <EnteredValue filter={filter} value={value} change={change} />
  ) : (
    <ChosenValue filter={filter} value={value} change={change} />
  );
}

function ChosenValue({ filter: { title, choices }, value, change }: FilterProps & { readonly filter: ChosenFilter }) {
  const say = useText();
  const { chosen, choose } = useChosen(value, change);
  return (
    <FormSelect
      className="gatehouse-filter"
      aria-label={say(title)}
      value={chosen}
      onChange={(_event, wanted) => choose(wanted)}
    >
      <FormSelectOption value="" label={say("table.filterAll", { name: say(title) })} />
      {choices.map((choice) => (
        <FormSelectOption
          key={choice.value}
          value={choice.value}
          label={"text" in choice ? say(choice.text) : choice.name}
        />
      ))}
    </FormSelect>
  );
}

function Search({ value, change }: { readonly value: string; change(value: string): void }) {
  const say = useText();
  const { typed, type } = useTyped(value, change);
  return (
    <TextInput
      className="gatehouse-search"
      type="search"
      aria-label={say("table.search")}
      placeholder={say("table.search")}
      value={typed}
      onChange={(_event, text) => type(text)}
      onKeyDown={({ key }) => {
        if (key === "Enter") change(typed);
      }}
    />
  );
}
