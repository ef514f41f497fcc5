import { Button, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";

import { useText } from "../messages/text.ts";
import type { EnteredFilter, TableFilter, TableSource } from "./table-column.ts";
import { TableMenu } from "./table-menu.tsx";
import { TablePages } from "./table-pages.tsx";
import type { TableChange, TableView } from "./table-view.ts";

const typedForMs = 300;

/** What stands above a list. */
export interface TableToolbarProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  readonly count: number | undefined;
  /** The names of the columns that are shown. */
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
      <TablePages view={view} count={count} change={change} />
    </div>
  );
}

interface FilterProps<Kind> {
  readonly filter: Kind;
  readonly value: string;
  change(value: string): void;
}

function Filter({ filter, value, change }: FilterProps<TableFilter>) {
  const say = useText();
  if ("enters" in filter) return <EnteredValue {...{ filter, value, change }} />;
  const { title, choices } = filter;
  return (
    <FormSelect
      className="gatehouse-filter"
      aria-label={say(title)}
      value={value}
      onChange={(_event, chosen) => change(chosen)}
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

function EnteredValue({ filter: { name, title, enters }, value, change }: FilterProps<EnteredFilter>) {
  const say = useText();
  const id = `filter-${name}`;
  const { typed, type } = useTyped(value, change);
  return (
    <span className="gatehouse-entered">
      <label htmlFor={id}>{say(title)}</label>
      <TextInput
        id={id}
        type={enters === "moment" ? "datetime-local" : "text"}
        value={typed}
        onChange={(_event, text) => type(text)}
        onKeyDown={({ key }) => {
          if (key === "Enter") change(typed);
        }}
      />
    </span>
  );
}

/** What is being typed, told to the list when somebody has stopped. */
function useTyped(value: string, change: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<string>();
  if (known !== value) {
    setKnown(value);
    // What was told arrives a moment later, when something else may be typed already; all else comes from the way back.
    if (value === told) setTold(undefined);
    else setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text);
    change(text);
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => tell(typed), typedForMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return { typed, type: setTyped };
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
