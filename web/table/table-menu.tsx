import { Divider, DropdownGroup, DropdownItem, DropdownList } from "@patternfly/react-core";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";

import { MenuButton } from "../components/menu-button.tsx";
import { loadedLater } from "../components/opened-later.tsx";
import { useText } from "../messages/text.ts";
import { type SavedView, savedViews, saveViews } from "./remembered-views.ts";
import type { TableSource } from "./table-column.ts";
import { parametersOf, parametersWith, type TableView, viewOf } from "./table-view.ts";

// Few users open them.
const ExportDialog = loadedLater(async () => (await import("./export-dialog.tsx")).ExportDialog);
const SaveViewDialog = loadedLater(async () => (await import("./save-view-dialog.tsx")).SaveViewDialog);

interface TableMenuProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  readonly columns: readonly string[];
  showColumns(names: readonly string[]): void;
}

/** Menu of a list as a whole: its columns, its saved views and its export. */
export function TableMenu<Row>({ source, view, columns, showColumns }: TableMenuProps<Row>) {
  const say = useText();
  const [, setParameters] = useSearchParams();
  const [dialog, setDialog] = useState<"export" | "saveView">();
  const [views, setViews] = useState(() => savedViews(source.name));
  const keep = (changed: typeof views) => {
    saveViews(source.name, changed);
    setViews(changed);
  };
  const open = (wanted: typeof dialog, close: () => void) => {
    close();
    setDialog(wanted);
  };
  const query = parametersOf(view).toString();
  const current = views.find((saved) => saved.query === query);
  return (
    <>
      <MenuButton isKept words={say("table.view")}>
        {(close) => (
          <>
            <Columns source={source} columns={columns} showColumns={showColumns} />
            <Divider />
            <SavedViews
              views={views}
              current={current}
              keep={keep}
              show={(saved) => {
                close();
                setParameters((address) =>
                  parametersWith(address, viewOf(new URLSearchParams(saved.query)), source.prefix ?? ""),
                );
              }}
              save={() => open("saveView", close)}
            />
            <Divider />
            <DropdownList>
              <DropdownItem onClick={() => open("export", close)}>{say("table.export")}</DropdownItem>
            </DropdownList>
          </>
        )}
      </MenuButton>
      <Suspense>
        {dialog === "export" ? (
          <ExportDialog source={source as TableSource<unknown>} view={view} close={() => setDialog(undefined)} />
        ) : null}
        {dialog === "saveView" ? (
          <SaveViewDialog
            close={() => setDialog(undefined)}
            save={(name) => keep([...views.filter((saved) => saved.name !== name), { name, query }])}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface SavedViewsProps {
  readonly views: readonly SavedView[];
  readonly current: SavedView | undefined;
  show(view: SavedView): void;
  save(): void;
  keep(views: readonly SavedView[]): void;
}

function SavedViews({ views, current, show, save, keep }: SavedViewsProps) {
  const say = useText();
  return (
    <DropdownGroup labelHeadingLevel="h2" label={say("table.savedViews")}>
      <DropdownList>
        {views.map((saved) => (
          <DropdownItem key={saved.name} isSelected={saved === current} onClick={() => show(saved)}>
            {saved.name}
          </DropdownItem>
        ))}
        <DropdownItem onClick={save}>{say("table.saveView")}</DropdownItem>
        {current === undefined ? null : (
          <DropdownItem onClick={() => keep(views.filter((saved) => saved !== current))}>
            {say("table.removeView", { name: current.name })}
          </DropdownItem>
        )}
      </DropdownList>
    </DropdownGroup>
  );
}

function Columns<Row>({ source, columns, showColumns }: Omit<TableMenuProps<Row>, "view">) {
  const say = useText();
  const toggle = (name: string) => {
    const shown = columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name];
    if (shown.length > 0) showColumns(source.columns.map((column) => column.name).filter((one) => shown.includes(one)));
  };
  return (
    <DropdownGroup labelHeadingLevel="h2" label={say("table.columns")}>
      <DropdownList>
        {source.columns.map(({ name, title }) => (
          <DropdownItem key={name} isSelected={columns.includes(name)} onClick={() => toggle(name)}>
            {say(title)}
          </DropdownItem>
        ))}
      </DropdownList>
    </DropdownGroup>
  );
}
