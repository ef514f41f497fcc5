import "@patternfly/react-styles/css/components/Table/table.css";
import "@patternfly/react-styles/css/components/Table/table-grid.css";
import "./table.css";
import { ArrowsAltVIcon, LongArrowAltDownIcon, LongArrowAltUpIcon } from "@patternfly/react-icons";
import type { ComponentProps } from "react";

// The parts of a table in PatternFly's classes. PatternFly's own components bring trees, draggable rows and editable cells: they were a
// fifteenth of the first load, and took most of the rendering time of a hundred rows.

const classes = (own: string, more: string | undefined) => (more === undefined ? own : `${own} ${more}`);

/** A table; it needs an accessible name. In a narrow window the cells of a row stand below each other, each with its title. */
export function Table(props: ComponentProps<"table"> & { readonly "aria-label": string }) {
  return <table {...props} className="gatehouse-table pf-v6-c-table pf-m-grid-md pf-m-compact" />;
}

/** Row group of the column headers. */
export function Thead(props: ComponentProps<"thead">) {
  return <thead {...props} className="pf-v6-c-table__thead" />;
}

/** Row group of the table's rows. */
export function Tbody(props: ComponentProps<"tbody">) {
  return <tbody {...props} className="pf-v6-c-table__tbody" />;
}

/** A row. */
export function Tr({ className, ...props }: ComponentProps<"tr">) {
  return <tr {...props} className={classes("pf-v6-c-table__tr", className)} />;
}

/** The header of a column. */
export function Th({ className, ...props }: ComponentProps<"th">) {
  return <th scope="col" {...props} className={classes("pf-v6-c-table__th", className)} />;
}

interface TdProps extends ComponentProps<"td"> {
  /** Header of the column, shown in a narrow window. */
  readonly dataLabel?: string;
}

/** A cell. */
export function Td({ dataLabel, className, ...props }: TdProps) {
  return <td data-label={dataLabel} {...props} className={classes("pf-v6-c-table__td", className)} />;
}

interface SortedThProps {
  readonly title: string;
  /** True if the rows are sorted by this column in descending order, false if ascending; undefined if they are not sorted by it. */
  readonly descending: boolean | undefined;
  sort(descending: boolean): void;
}

/** The header of a sortable column; the first click sorts in ascending order. */
export function SortedTh({ title, descending, sort }: SortedThProps) {
  const isSorted = descending !== undefined;
  const Icon = !isSorted ? ArrowsAltVIcon : descending ? LongArrowAltDownIcon : LongArrowAltUpIcon;
  return (
    <Th
      className={`pf-v6-c-table__sort${isSorted ? " pf-m-selected" : ""}`}
      aria-sort={!isSorted ? "none" : descending ? "descending" : "ascending"}
    >
      <button type="button" className="pf-v6-c-table__button" onClick={() => sort(descending === false)}>
        <span className="pf-v6-c-table__button-content">
          <span className="pf-v6-c-table__text">{title}</span>
          <span className="pf-v6-c-table__sort-indicator">
            <Icon />
          </span>
        </span>
      </button>
    </Th>
  );
}

interface CheckProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  /** True for the checkbox of the header, which selects all rows of the page. */
  readonly isTitle?: boolean;
  choose(isChosen: boolean): void;
}

/** A cell with the checkbox that selects a row, or all rows of the page. */
export function ChooseCell({ isTitle = false, choose, ...props }: CheckProps) {
  const Cell = isTitle ? "th" : "td";
  return (
    <Cell className={`pf-v6-c-table__${Cell} pf-v6-c-table__check`}>
      <label className="gatehouse-choose">
        <input {...props} type="checkbox" onChange={({ target }) => choose(target.checked)} />
      </label>
    </Cell>
  );
}
