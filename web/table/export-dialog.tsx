import { Button, Progress } from "@patternfly/react-core";
import { useEffect, useRef, useState } from "react";

import { address } from "../api/odata.ts";
import { readOn, type ReadSoFar } from "../api/read.ts";
import { Dialog } from "../components/dialog.tsx";
import { ErrorAlert } from "../components/error-alert.tsx";
import { say as sayNow, useText } from "../messages/text.ts";
import { csvFile, saveFile } from "./csv-file.ts";
import { optionsOf, useRows } from "./read-rows.ts";
import type { TableSource } from "./table-column.ts";
import type { TableView } from "./table-view.ts";

interface ExportDialogProps<Row> {
  readonly source: TableSource<Row>;
  readonly view: TableView;
  close(): void;
}

/**
 * A dialog that reads the whole list as it is shown and saves it as a file. After an error the user can resume the export at the failed
 * page; closing the dialog stops it.
 */
export function ExportDialog<Row>({ source, view, close }: ExportDialogProps<Row>) {
  const say = useText();
  const soFar = useRef<ReadSoFar<Row>>({ rows: [], next: address(source.path, optionsOf(source, view)) });
  const [read, setRead] = useState(0);
  const [error, setError] = useState<unknown>();
  const isReading = error === undefined;
  const count = useRows(source, view).data?.["@odata.count"] ?? 0;
  useEffect(() => {
    if (!isReading) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const save = async () => {
      try {
        const rows = await readOn(soFar.current, {
          signal,
          report(parts) {
            if (signal.aborted) return;
            soFar.current = parts;
            setRead(parts.rows.length);
          },
        });
        const columns = (await source.exportedColumns?.(rows)) ?? source.columns;
        if (signal.aborted) return;
        saveFile(`${source.name}.csv`, csvFile(rows, columns, sayNow), "text/csv;charset=utf-8");
        close();
      } catch (cause) {
        if (!signal.aborted) setError(cause);
      }
    };
    void save();
    return () => stopping.abort();
    // The export has the view at the time of its start.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReading]);
  return (
    <Dialog
      title={say("table.export")}
      titleId="export-title"
      footer={
        <>
          {isReading ? null : (
            <Button variant="primary" onClick={() => setError(undefined)}>
              {say("action.goOn")}
            </Button>
          )}
          <Button variant="link" onClick={close}>
            {say("action.cancel")}
          </Button>
        </>
      }
      close={close}
    >
      {error === undefined ? (
        <Progress
          aria-labelledby="export-title"
          value={read}
          max={Math.max(count, read, 1)}
          label={say("table.exported", { read, count: Math.max(count, read) })}
        />
      ) : (
        <>
          <ErrorAlert error={error} />
          <p>{say("table.exportStopped", { read })}</p>
        </>
      )}
    </Dialog>
  );
}
