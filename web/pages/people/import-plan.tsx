import { List, ListItem } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";

import type { PeopleImport, PlannedPerson } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";

const shownAtOnce = 100;
const kinds = ["add", "change", "leave"] as const satisfies readonly PlannedPerson["does"][];

/** What becomes of the rows of a file of people: how many of each kind, the faults, and the first rows that change something. */
export function ImportPlan({ plan: { people, faults } }: { readonly plan: PeopleImport }) {
  const say = useText();
  const changed = people.filter(({ does }) => does !== "leave");
  const shown = changed.slice(0, shownAtOnce);
  return (
    <>
      <p>
        {kinds
          .map((kind) =>
            say(`peopleImport.count.${kind}`, { count: people.filter(({ does }) => does === kind).length }),
          )
          .join(", ")}
        , {say("peopleImport.count.refuse", { count: new Set(faults.map(({ line }) => line)).size })}
      </p>
      {faults.length === 0 ? null : (
        <List isPlain>
          {faults.slice(0, shownAtOnce).map(({ line, column, message }) => (
            <ListItem key={`${line} ${column ?? ""} ${message}`}>
              {say("peopleImport.line", { line })} {column} <span lang="en">{message}</span>
            </ListItem>
          ))}
        </List>
      )}
      {faults.length > shownAtOnce ? (
        <p className="gatehouse-small">{say("part.more", { shown: shownAtOnce, count: faults.length })}</p>
      ) : null}
      {shown.length === 0 ? null : <Rows rows={shown} />}
      {changed.length > shown.length ? (
        <p className="gatehouse-small">{say("part.more", { shown: shown.length, count: changed.length })}</p>
      ) : null}
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly PlannedPerson[] }) {
  const say = useText();
  const titles = [say("people.id"), say("peopleImport.does"), say("peopleImport.changes")] as const;
  return (
    <Table aria-label={say("peopleImport.title")} variant="compact">
      <Thead>
        <Tr>
          {titles.map((title) => (
            <Th key={title}>{title}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map(({ line, id, does, changes }) => (
          <Tr key={line}>
            <Td dataLabel={titles[0]}>{id}</Td>
            <Td dataLabel={titles[1]}>{say(`peopleImport.does.${does}`)}</Td>
            <Td dataLabel={titles[2]}>
              {Object.keys(changes)
                .map((name) => say(`peopleImport.column.${name as Column}`))
                .join(", ")}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

type Column = "displayName" | "mail" | "timeZone" | "calendar" | "managerKey";
