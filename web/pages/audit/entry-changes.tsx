import { Title } from "@patternfly/react-core";

import type { AuditedChanges, AuditedRow } from "#domain/audit/audited-changes.ts";

import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { useText } from "../../messages/text.ts";

/** Rows that an audit event has changed, with their values before and after. */
export function EntryChanges({ changes }: { readonly changes: object | null }) {
  const say = useText();
  const { rows = [], more = 0 } = (changes ?? {}) as Partial<AuditedChanges>;
  return (
    <section aria-labelledby="changes-title" className="gatehouse-below">
      <Title headingLevel="h2" id="changes-title">
        {say("audit.changes")}
      </Title>
      {rows.length === 0 ? <p>{say("audit.noChanges")}</p> : null}
      {rows.map((row) => (
        <ChangedRow key={`${row.table} ${row.key} ${row.operation}`} row={row} />
      ))}
      {more === 0 ? null : <p>{say("audit.moreChanges", { more })}</p>}
    </section>
  );
}

function ChangedRow({ row: { table, key, operation, columns } }: { readonly row: AuditedRow }) {
  const say = useText();
  const title = say(`audit.changed.${operation}`, { table });
  const [column, before, after] = [say("audit.column"), say("audit.before"), say("audit.after")];
  return (
    <>
      <Title headingLevel="h3">{title}</Title>
      <p className="gatehouse-small">{key}</p>
      <Table aria-label={`${title} ${key}`}>
        <Thead>
          <Tr>
            <Th>{column}</Th>
            <Th>{before}</Th>
            <Th>{after}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {Object.entries(columns).map(([name, value]) => (
            <Tr key={name}>
              <Td dataLabel={column}>{name}</Td>
              <Td dataLabel={before} className="gatehouse-value">
                {value.old}
              </Td>
              <Td dataLabel={after} className="gatehouse-value">
                {value.new}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}
