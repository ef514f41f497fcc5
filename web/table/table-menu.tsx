import { Divider, Dropdown, DropdownGroup, DropdownItem, DropdownList, MenuToggle } from "@patternfly/react-core";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";

import { inMain } from "../components/in-main.ts";
import { useText } from "../messages/text.ts";
import { savedViews, saveViews } from "./remembered-views.ts";
import type { TableSource } from "./table-column.ts";
import type { TableView } from "./table-view.ts";

// Few ever open them.
const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));
const SaveViewDialog = lazy(async () => ({ default: (await import("./save-view-dialog.tsx")).SaveViewDialog }));

interface TableMenuProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  readonly columns: readonly string[];
  showColumns(names: readonly string[]): void;
}

/** What can be done with a list as a whole: its columns, its views, and a file of it. */
export function TableMenu<Row>({ source, view, columns, showColumns }: TableMenuProps<Row>) {
  const say = useText();
  const [parameters, setParameters] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<"export" | "saveView">();
  const [views, setViews] = useState(() => savedViews(source.name));
  const keep = (changed: typeof views) => {
    saveViews(source.name, changed);
    setViews(changed);
  };
  const query = parameters.toString();
  const current = views.find((saved) => saved.query === query);
  return (
    <>
      <Dropdown
        isOpen={isOpen}
        onOpenChange={setOpen}
        popperProps={{ preventOverflow: true, appendTo: inMain, position: "end" }}
        toggle={(ref) => (
          <MenuToggle ref={ref} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say("table.view")}
          </MenuToggle>
        )}
      >
        <Columns source={source} columns={columns} showColumns={showColumns} />
        <Divider />
        <DropdownGroup labelHeadingLevel="h2" label={say("table.savedViews")}>
          <DropdownList>
            {views.map((saved) => (
              <DropdownItem
                key={saved.name}
                isSelected={saved === current}
                onClick={() => {
                  setOpen(false);
                  setParameters(new URLSearchParams(saved.query));
                }}
              >
                {saved.name}
              </DropdownItem>
            ))}
            <DropdownItem onClick={() => setDialog("saveView")}>{say("table.saveView")}</DropdownItem>
            {current === undefined ? null : (
              <DropdownItem onClick={() => keep(views.filter((saved) => saved !== current))}>
                {say("table.removeView", { name: current.name })}
              </DropdownItem>
            )}
          </DropdownList>
        </DropdownGroup>
        <Divider />
        <DropdownList>
          <DropdownItem onClick={() => setDialog("export")}>{say("table.export")}</DropdownItem>
        </DropdownList>
      </Dropdown>
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
