import { Button } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import type { DifferencesReport, EnforcementRun, PersonDifferences } from "../../api/model.ts";
import { namesQuery } from "../../api/person-names.ts";
import { itemsByKeyQuery } from "../../api/roles.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { csvFile, saveFile } from "../../table/csv-file.ts";
import type { TableColumn } from "../../table/table-column.ts";
import { differenceWords, groupKeysOf, type KnownNames, removalWords } from "./difference-words.ts";
import { namesOfItems, useNames } from "./use-names.ts";

/** People whose differences are shown; the file has all of the report. */
const shownPeople = 50;

interface ReportDialogProps {
  readonly kind: EnforcementRun["kind"];
  readonly report: DifferencesReport;
  close(): void;
}

/** Differences that a run would find now, of which nothing is resolved. */
export function ReportDialog({ kind, report, close }: ReportDialogProps) {
  const say = useText();
  const { people, differences, removals, largeRemovals, found } = report;
  const shown = useMemo(() => found.slice(0, shownPeople), [found]);
  const groups = [
    ...groupKeysOf(shown.flatMap((person) => person.differences)),
    ...largeRemovals.flatMap(({ of, key }) => (of === "group" ? [key] : [])),
  ];
  const names = useNames(groups);
  const persons = useQuery(namesQuery(shown.map(({ userKey }) => userKey))).data;
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const save = async () => {
    try {
      const keys = groupKeysOf(found.flatMap((person) => person.differences));
      const all = new Map([...names, ...namesOfItems(await client.fetchQuery(itemsByKeyQuery(keys)))]);
      saveFile(`${kind}.csv`, csvFile(found, columnsOf(say, all), say), "text/csv;charset=utf-8");
    } catch (cause) {
      setError(cause);
    }
  };
  return (
    <Dialog
      title={say("enforcement.reportOf", { kind: say(`enforcement.kind.${kind}`) })}
      titleId="enforcement-report"
      close={close}
      footer={
        <>
          <Button variant="primary" onClick={close}>
            {say("action.close")}
          </Button>
          {found.length === 0 ? null : (
            <Button variant="secondary" onClick={() => void save()}>
              {say("table.export")}
            </Button>
          )}
        </>
      }
    >
      {error === undefined ? null : <ErrorAlert error={error} />}
      <p role="status">{say("enforcement.found", { people, differences, removals })}</p>
      {largeRemovals.length === 0 ? null : (
        <>
          <p>{say("enforcement.wouldWait")}</p>
          <ul>
            {largeRemovals.map((removed) => (
              <li key={`${removed.of} ${removed.key}`}>{removalWords(removed, { names, say })}</li>
            ))}
          </ul>
        </>
      )}
      <ul className="gatehouse-plain-list">
        {shown.map(({ userKey, differences: own }) => (
          <li key={userKey}>
            <PersonName person={persons?.get(userKey)} />
            <ul>
              {own.map((difference) => {
                const words = differenceWords(difference, { names, say });
                return <li key={`${words} ${difference.accountKey} ${difference.requestKey}`}>{words}</li>;
              })}
            </ul>
          </li>
        ))}
      </ul>
      {people > shown.length ? <p>{say("enforcement.more", { count: people - shown.length })}</p> : null}
    </Dialog>
  );
}

function columnsOf(say: Say, names: KnownNames): readonly TableColumn<PersonDifferences>[] {
  const personOf = ({ userKey }: PersonDifferences) => userKey;
  const differencesOf = ({ differences }: PersonDifferences) =>
    differences.map((difference) => differenceWords(difference, { names, say })).join("; ");
  return [
    { name: "person", title: "enforcement.person", cell: personOf, text: personOf },
    { name: "differences", title: "enforcement.differences", cell: differencesOf, text: differencesOf },
  ];
}
