import { Button, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { type ReactNode, useEffect, useState } from "react";

import { useText } from "../messages/text.ts";
import type { TableSource } from "./table-column.ts";
import { TableMenu } from "./table-menu.tsx";
import { TablePages } from "./table-pages.tsx";
import type { TableView } from "./table-view.ts";

const typedForMs = 300;

/** What stands above a list. */
export interface TableToolbarProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  readonly count: number | undefined;
  /** The names of the columns that are shown. */
  readonly columns: readonly string[];
  readonly children?: ReactNode;
  change(changed: Partial<TableView>): void;
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
      {filters.map(({ name, title, choices }) => (
        <FormSelect
          key={name}
          className="gatehouse-filter"
          aria-label={say(title)}
          value={view.filters[name] ?? ""}
          onChange={(_event, value) => change({ filters: { ...view.filters, [name]: value } })}
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
      ))}
      {view.search === "" && Object.keys(view.filters).length === 0 ? null : (
        <Button variant="link" onClick={() => change({ search: "", filters: {} })}>
          {say("table.clearFilters")}
        </Button>
      )}
      {children}
      <TableMenu source={source} view={view} columns={columns} showColumns={showColumns} />
      <TablePages view={view} count={count} change={change} />
    </div>
  );
}

/** What is looked for: asked for when somebody has stopped typing. */
function Search({ value, change }: { readonly value: string; change(value: string): void }) {
  const say = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address was changed by something else, such as the way back.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => change(typed), typedForMs);
    return () => clearTimeout(timer);
  }, [typed, value, change]);
  return (
    <TextInput
      className="gatehouse-search"
      type="search"
      aria-label={say("table.search")}
      placeholder={say("table.search")}
      value={typed}
      onChange={(_event, text) => setTyped(text)}
      onKeyDown={({ key }) => {
        if (key === "Enter") change(typed);
      }}
    />
  );
}
