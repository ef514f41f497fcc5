import { List, ListItem } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { DetailName } from "#domain/catalogue/catalogue-details.ts";

import type { CatalogueChange, CatalogueChanges } from "../../api/model.ts";
import { personQuery } from "../../api/person-names.ts";
import { MoreTold } from "../../components/more-told.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { useText } from "../../messages/text.ts";

const faultsShown = 100;

/** Number of items that a file or a condition names, and of those whose details change. */
export function ChangeCounts({ plan: { selected, changed, faults } }: { readonly plan: CatalogueChanges }) {
  const say = useText();
  const refused = new Set(faults.map(({ line }) => line)).size;
  return <>{say("catalogue.counts", { selected, changed, refused })}</>;
}

/** Errors in the lines of a file, and the first changes of details. */
export function ChangesPlan({ plan: { changes, changed, faults } }: { readonly plan: CatalogueChanges }) {
  const say = useText();
  const titles = [say("declared.catalogueItems.name"), say("catalogue.detail"), say("catalogue.change")] as const;
  return (
    <>
      {faults.length === 0 ? null : (
        <List isPlain aria-label={say("catalogue.faults")}>
          {faults.slice(0, faultsShown).map(({ line, column, message }) => (
            <ListItem key={`${line} ${column ?? ""} ${message}`}>
              {say("catalogue.line", { line })} {column} <span lang="en">{message}</span>
            </ListItem>
          ))}
        </List>
      )}
      <MoreTold shown={Math.min(faults.length, faultsShown)} count={faults.length} />
      {changes.length === 0 ? null : (
        <Table aria-label={say("catalogue.changes")}>
          <Thead>
            <Tr>
              {titles.map((title) => (
                <Th key={title}>{title}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {changes.flatMap((change) =>
              (change.changed as readonly DetailName[]).map((detail) => (
                <Tr key={`${change.key} ${detail}`}>
                  <Td dataLabel={titles[0]}>{change.name}</Td>
                  <Td dataLabel={titles[1]}>{say(`declared.catalogueItems.${detail}`)}</Td>
                  <Td dataLabel={titles[2]}>
                    <Change change={change} detail={detail} />
                  </Td>
                </Tr>
              )),
            )}
          </Tbody>
        </Table>
      )}
      <MoreTold shown={changes.length} count={changed} />
    </>
  );
}

function Change({ change, detail }: { readonly change: CatalogueChange; readonly detail: DetailName }) {
  const say = useText();
  const { data: ownerBefore } = useQuery(personQuery(detail === "ownerKey" ? (change.before.ownerKey ?? "") : ""));
  const { data: ownerAfter } = useQuery(personQuery(detail === "ownerKey" ? (change.after.ownerKey ?? "") : ""));
  const words = (details: CatalogueChange["before"], owner: typeof ownerBefore) => {
    if (detail === "ownerKey") return owner?.displayName ?? owner?.id ?? details.ownerKey ?? say("value.none");
    const value = details[detail];
    if (value === null) return say("value.none");
    if (typeof value !== "object") return String(value);
    return value.map((one) => (typeof one === "string" ? one : one.label)).join(", ") || say("value.none");
  };
  return (
    <>
      {say("catalogue.becomes", { before: words(change.before, ownerBefore), after: words(change.after, ownerAfter) })}
    </>
  );
}
