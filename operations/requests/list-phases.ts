import type { Row } from "#store/tables.ts";

import type { Operation } from "../define-operation.ts";
import { attachedRows } from "../read/attach-rows.ts";
import { type Page, type PageInput, readList } from "../read/read-list.ts";

/** A phase with those who may decide it. */
export type PhaseView = Row<"requestPhases"> & { readonly authorizers: readonly Row<"requestAuthorizers">[] };

const listRows = readList({
  name: "requests.listPhases",
  table: "requestPhases",
  policy: "requests_phases_get_list",
  parent: { table: "reqbatch", policy: "requests_get", column: "requestKey" },
});

/** Reads the phases of a request with their authorizers. */
export const listPhases: Operation<PageInput, Page<PhaseView>, undefined> = {
  ...listRows,
  async run(context, input, prepared) {
    const { rows, more } = await listRows.run(context, input, prepared);
    const keys = rows.map(({ key }) => key);
    const authorizers = await attachedRows(
      context,
      { table: "requestAuthorizers", column: "requestPhaseKey", orderBy: ["userKey"] },
      keys,
    );
    return { rows: rows.map((row) => ({ ...row, authorizers: authorizers.get(row.key) ?? [] })), more };
  },
};
