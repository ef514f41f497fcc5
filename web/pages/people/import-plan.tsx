import { List, ListItem } from "@patternfly/react-core";

import type { PeopleImport, PlannedPerson } from "../../api/model.ts";
import { MoreTold } from "../../components/more-told.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { useText } from "../../messages/text.ts";

const shownAtOnce = 100;
const kinds = ["add", "change", "leave"] as const satisfies readonly PlannedPerson["does"][];

/** Number of rows of an imported file by their result. */
export function ImportCounts({ plan: { people, faults } }: { readonly plan: PeopleImport }) {
  const say = useText();
  const counts = kinds.map((kind) =>
    say(`peopleImport.count.${kind}`, { count: people.filter(({ does }) => does === kind).length }),
  );
  const refused = say("peopleImport.count.refuse", { count: new Set(faults.map(({ line }) => line)).size });
  return <>{[...counts, refused].join(", ")}</>;
}

/** Errors of an imported file, and its first rows that change something. */
export function ImportPlan({ plan: { people, faults } }: { readonly plan: PeopleImport }) {
  const say = useText();
  const changed = people.filter(({ does }) => does !== "leave");
  return (
    <>
      {faults.length === 0 ? null : (
        <List isPlain aria-label={say("peopleImport.faults")}>
          {faults.slice(0, shownAtOnce).map(({ line, column, message }) => (
            <ListItem key={`${line} ${column ?? ""} ${message}`}>
              {say("peopleImport.line", { line })} {column} <span lang="en">{message}</span>
            </ListItem>
          ))}
        </List>
      )}
      <MoreTold shown={Math.min(faults.length, shownAtOnce)} count={faults.length} />
      {changed.length === 0 ? null : <Rows rows={changed.slice(0, shownAtOnce)} />}
      <MoreTold shown={Math.min(changed.length, shownAtOnce)} count={changed.length} />
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly PlannedPerson[] }) {
  const say = useText();
  const titles = [say("declared.users.id"), say("peopleImport.does"), say("peopleImport.changes")] as const;
  return (
    <Table aria-label={say("peopleImport.title")}>
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

type Column = "displayName" | "mail" | "timeZone" | "calendar" | "managerKey" | "startsAt" | "endsAt" | "sponsorKey";
