import { Button, FormSelect, FormSelectOption } from "@patternfly/react-core";
import { AngleLeftIcon, AngleRightIcon } from "@patternfly/react-icons";

import { useText } from "../messages/text.ts";
import { pageSizes, type TableChange, type TableView } from "./table-view.ts";
import { useChosen } from "./use-chosen.ts";

interface TablePagesProps {
  /** Title of the list, because a page may have several. */
  readonly title: string;
  readonly view: TableView;
  /** Number of all rows; undefined until it is known. */
  readonly count: number | undefined;
  change(changed: TableChange): void;
}

/** Pagination of a list: the shown range, the number of rows, the page buttons and the page size. */
export function TablePages({ title, view: { page, size }, count, change }: TablePagesProps) {
  const say = useText();
  const { chosen, choose } = useChosen(String(size), (wanted) => change({ size: Number(wanted) }));
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, count ?? 0);
  const pages = Math.max(1, Math.ceil((count ?? 0) / size));
  return (
    <nav className="gatehouse-pages" aria-label={say("action.on", { action: say("pages.name"), name: title })}>
      <span role="status">
        {count === undefined ? "" : say("pages.shown", { first: Math.min(first, count), last, count })}
      </span>
      <Button
        variant="plain"
        aria-label={say("pages.previous")}
        icon={<AngleLeftIcon />}
        isDisabled={page <= 1}
        onClick={() => change({ page: page - 1 })}
      />
      <Button
        variant="plain"
        aria-label={say("pages.next")}
        icon={<AngleRightIcon />}
        isDisabled={page >= pages}
        onClick={() => change({ page: page + 1 })}
      />
      <FormSelect
        className="gatehouse-filter"
        aria-label={say("pages.rowsPerPage")}
        value={chosen}
        onChange={(_event, wanted) => choose(wanted)}
      >
        {pageSizes.map((known) => (
          <FormSelectOption key={known} value={String(known)} label={say("pages.size", { size: known })} />
        ))}
      </FormSelect>
    </nav>
  );
}
