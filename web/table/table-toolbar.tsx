import {
  Button,
  FormSelect,
  FormSelectOption,
  Pagination,
  SearchInput,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from "@patternfly/react-core";
import { type ReactNode, useEffect, useState } from "react";

import { useText } from "../messages/text.ts";
import type { TableSource } from "./table-column.ts";
import { TableMenu } from "./table-menu.tsx";
import { pageSizes, type TableView } from "./table-view.ts";

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
export function TableToolbar<Row>({ source, view, count, columns, children, change, showColumns }: TableToolbarProps<Row>) {
  const say = useText();
  const { filters = [] } = source;
  return (
    <Toolbar>
      <ToolbarContent>
        {source.isSearched === false ? null : (
          <ToolbarItem>
            <Search value={view.search} change={(search) => change({ search })} />
          </ToolbarItem>
        )}
        <ToolbarGroup variant="filter-group">
          {filters.map(({ name, title, choices }) => (
            <ToolbarItem key={name}>
              <FormSelect
                aria-label={say(title)}
                value={view.filters[name] ?? ""}
                onChange={(_event, value) => change({ filters: { ...view.filters, [name]: value } })}
              >
                <FormSelectOption value="" label={say("table.filterAll", { name: say(title) })} />
                {choices.map((choice) => (
                  <FormSelectOption key={choice.value} value={choice.value} label={say(choice.text)} />
                ))}
              </FormSelect>
            </ToolbarItem>
          ))}
        </ToolbarGroup>
        {view.search === "" && Object.keys(view.filters).length === 0 ? null : (
          <ToolbarItem>
            <Button variant="link" onClick={() => change({ search: "", filters: {} })}>
              {say("table.clearFilters")}
            </Button>
          </ToolbarItem>
        )}
        {children === undefined ? null : <ToolbarGroup variant="action-group">{children}</ToolbarGroup>}
        <ToolbarItem>
          <TableMenu source={source} view={view} columns={columns} showColumns={showColumns} />
        </ToolbarItem>
        <ToolbarItem align={{ default: "alignEnd" }}>
          <Pages view={view} count={count} change={change} />
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
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
    <SearchInput
      aria-label={say("table.search")}
      placeholder={say("table.search")}
      value={typed}
      onChange={(_event, text) => setTyped(text)}
      onClear={() => change("")}
      onSearch={() => change(typed)}
      resetButtonLabel={say("action.clear")}
      submitSearchButtonLabel={say("table.search")}
    />
  );
}

interface PagesProps {
  readonly view: TableView;
  readonly count: number | undefined;
  change(changed: Partial<TableView>): void;
}

function Pages({ view, count, change }: PagesProps) {
  const say = useText();
  return (
    <Pagination
      {...(count !== undefined && { itemCount: count })}
      page={view.page}
      perPage={view.size}
      perPageOptions={pageSizes.map((size) => ({ title: String(size), value: size }))}
      onSetPage={(_event, page) => change({ page })}
      onPerPageSelect={(_event, size) => change({ size })}
      isCompact
      titles={{
        items: "",
        itemsPerPage: say("pages.rowsPerPage"),
        perPageSuffix: "",
        toFirstPageAriaLabel: say("pages.first"),
        toPreviousPageAriaLabel: say("pages.previous"),
        toNextPageAriaLabel: say("pages.next"),
        toLastPageAriaLabel: say("pages.last"),
        optionsToggleAriaLabel: say("pages.rowsPerPage"),
        currPageAriaLabel: say("pages.current"),
        paginationAriaLabel: say("pages.name"),
        ofWord: say("pages.of"),
      }}
    />
  );
}
