import {
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Button,
  Skeleton,
} from "@patternfly/react-core";
import { type ReactNode, useId, useState } from "react";

import type { Page } from "../api/odata.ts";
import { ErrorAlert } from "../components/error-alert.tsx";
import { ChooseCell, SortedTh, Table, Tbody, Td, Th, Thead, Tr } from "../components/table.tsx";
import { useText } from "../messages/text.ts";
import { useKeptFocus } from "./kept-focus.ts";
import { useRows } from "./read-rows.ts";
import { shownColumns, showColumns } from "./remembered-views.ts";
import { withRows } from "./row-choice.ts";
import { useRowKeys } from "./row-keys.ts";
import { useRowsInSteps } from "./rows-in-steps.ts";
import type { TableColumn, TableSource } from "./table-column.ts";
import type { ResourceTableProps } from "./table-props.ts";
import { TableToolbar } from "./table-toolbar.tsx";
import { type TableChange, type TableView, useTableView } from "./table-view.ts";

const skeletonRows = [1, 2, 3, 4, 5];

/** A list that the service filters, sorts and pages; the address holds its view. */
export function ResourceTable<Row>(props: ResourceTableProps<Row>) {
  const { source, chosen, add, actions, whereEmpty, narrowedTo } = props;
  const say = useText();
  const { view, change } = useTableView(source.prefix);
  const { data, error, isPending, isPlaceholderData, refetch } = useRows(source, view);
  const [names, setNames] = useState(() => shownColumns(source.name));
  const wanted = narrowedTo ?? names;
  const columns = source.columns.filter(({ name, isHidden }) => wanted?.includes(name) ?? isHidden !== true);
  const rows = data?.value ?? [];
  const isFiltered = view.search !== "" || Object.keys(view.filters).length > 0;
  useRowKeys(props, rows);
  const isEmpty = !isPending && error === null && rows.length === 0;
  const isNothingThere = isEmpty && !isFiltered;
  const place = useKeptFocus(isNothingThere);
  return (
    <>
      <TableToolbar
        source={source}
        view={view}
        change={change}
        count={data?.["@odata.count"]}
        columns={columns.map(({ name }) => name)}
        showColumns={(shown) => {
          showColumns(source.name, shown);
          setNames(shown);
        }}
      >
        {isNothingThere ? null : (
          <span ref={place} className="gatehouse-add">
            {add}
          </span>
        )}
        {actions}
      </TableToolbar>
      {error === null ? null : (
        <>
          <ErrorAlert error={error} title={say("table.failed")} />
          <Button variant="secondary" onClick={() => void refetch()}>
            {say("action.tryAgain")}
          </Button>
        </>
      )}
      {isEmpty ? (
        <NothingThere source={source} isFiltered={isFiltered} change={change} add={add} whereEmpty={whereEmpty} />
      ) : (
        <Rows
          source={source}
          columns={columns}
          view={view}
          change={change}
          chosen={chosen}
          isPending={isPending}
          isPlaceholderData={isPlaceholderData}
          page={data}
        />
      )}
    </>
  );
}

type Chosen<Row> = ResourceTableProps<Row>["chosen"];

interface RowsProps<Row> extends Omit<HeadProps<Row>, "rows"> {
  readonly page: (Page<Row> & { readonly path: string }) | undefined;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
}

function Rows<Row>({ page, isPending, isPlaceholderData, ...shared }: RowsProps<Row>) {
  const { source, columns, chosen } = shared;
  const say = useText();
  const { drawn, isWhole } = useRowsInSteps(page);
  return (
    <Table aria-label={say(source.title)} aria-busy={isPending || isPlaceholderData || !isWhole}>
      <Head {...shared} rows={page?.value ?? []} />
      {/* Another page comes as a whole, for which the browser works out its styles once and not row by row. */}
      <Tbody key={page?.path}>
        {isPending
          ? skeletonRows.map((row) => (
              <Tr key={row}>
                {columns.map(({ name }) => (
                  <Td key={name}>
                    <Skeleton screenreaderText={say("state.loading")} />
                  </Td>
                ))}
              </Tr>
            ))
          : drawn.map((row) => (
              <Line key={source.keyOf(row)} row={row} columns={columns} source={source} chosen={chosen} />
            ))}
      </Tbody>
    </Table>
  );
}

interface HeadProps<Row> {
  readonly source: TableSource<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly view: TableView;
  readonly chosen: Chosen<Row>;
  change(changed: TableChange): void;
}

function Head<Row>({ source, columns, rows, view, chosen, change }: HeadProps<Row>) {
  const say = useText();
  const byKey = new Map(rows.map((row) => [source.keyOf(row), row]));
  return (
    <Thead>
      <Tr>
        {chosen === undefined ? null : (
          <ChooseCell
            isTitle
            aria-label={say("table.chooseAll")}
            checked={byKey.size > 0 && [...byKey.keys()].every((key) => chosen.rows.has(key))}
            choose={(isChosen) => chosen.change(withRows(chosen.rows, byKey, isChosen))}
          />
        )}
        {columns.map(({ name, title, sortBy }) =>
          sortBy === undefined ? (
            <Th key={name}>{say(title)}</Th>
          ) : (
            <SortedTh
              key={name}
              title={say(title)}
              descending={view.sort?.by === name ? view.sort.descending : undefined}
              sort={(descending) => change({ sort: { by: name, descending } })}
            />
          ),
        )}
      </Tr>
    </Thead>
  );
}

interface LineProps<Row> {
  readonly row: Row;
  readonly source: TableSource<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly chosen: Chosen<Row>;
}

/** A row; its first cell labels its checkbox. */
function Line<Row>({ row, source, columns, chosen }: LineProps<Row>) {
  const say = useText();
  const nameId = useId();
  const key = source.keyOf(row);
  return (
    <Tr data-row-key={key}>
      {chosen === undefined ? null : (
        <ChooseCell
          aria-labelledby={nameId}
          checked={chosen.rows.has(key)}
          choose={(isChosen) => chosen.change(withRows(chosen.rows, new Map([[key, row]]), isChosen))}
        />
      )}
      {columns.map((column, index) => (
        <Td key={column.name} {...(index === 0 && { id: nameId })} dataLabel={say(column.title)}>
          {column.cell(row)}
        </Td>
      ))}
    </Tr>
  );
}

interface NothingProps<Row> {
  readonly source: TableSource<Row>;
  readonly isFiltered: boolean;
  readonly add: ReactNode;
  readonly whereEmpty: ReactNode;
  change(changed: TableChange): void;
}

function NothingThere<Row>({ source, isFiltered, add, whereEmpty, change }: NothingProps<Row>) {
  const say = useText();
  return (
    <EmptyState headingLevel="h2" titleText={say(isFiltered ? "table.nothingFound" : "table.nothingThere")}>
      <EmptyStateBody>{say(isFiltered ? "table.nothingFoundExplained" : source.empty)}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          {isFiltered ? (
            <Button variant="link" onClick={() => change({ search: "", filters: null })}>
              {say("table.clearFilters")}
            </Button>
          ) : (
            <>
              {add}
              {whereEmpty}
            </>
          )}
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
